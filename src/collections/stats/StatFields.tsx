import { type ItemFieldsProps, SelectField, TextField } from '../form/ItemFields';
import { StatCard } from './StatCard';
import { type Stat, statIcons } from './stat';

/** Every field of a hero stat. */
export function StatFields({ form }: ItemFieldsProps) {
  return (
    <>
      <div className="two">
        <TextField form={form} name="value" label="Value" placeholder="48 h" />
        <TextField
          form={form}
          name="label"
          label="Label"
          placeholder="from payment to first shift"
        />
      </div>
      <SelectField form={form} name="icon" label="Icon" options={statIcons} />
      <TextField
        form={form}
        name="displayOrder"
        label="Display order"
        inputMode="numeric"
        optional
        hint="Lower numbers come first. Left empty, it goes last."
      />
    </>
  );
}

/** The stat as the home page would show it. */
export function StatPreview({ item }: { item: Stat }) {
  return (
    <ul className="stats">
      <StatCard stat={{ ...item, value: item.value || 'Value', label: item.label || 'Label' }} />
    </ul>
  );
}
