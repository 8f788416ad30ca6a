import {
  DisplayOrderField,
  type ItemForm,
  TextField,
} from '../../../collection-kit/form/ItemFields';
import type { Stat, stats } from '../contract';
import { StatCard } from '../public/StatCard';
import { IconPicker } from './IconPicker';

export type StatField = keyof typeof stats.fields;

/** Field labels. */
export const statLabels: Record<StatField, string> = {
  icon: 'Icon',
  value: 'Value',
  label: 'Label',
  displayOrder: 'Display order',
};

/** Form fields of a hero stat. */
export function StatFields({ form }: { form: ItemForm<StatField> }) {
  return (
    <>
      <div className="two">
        <TextField form={form} name="value" placeholder="48 h" />
        <TextField form={form} name="label" placeholder="from payment to first shift" />
      </div>
      <IconPicker form={form} />
      <DisplayOrderField form={form} />
    </>
  );
}

/** Live preview: the stat. */
export function StatPreview({ item }: { item: Stat }) {
  return (
    <ul className="stat-preview">
      <StatCard stat={{ ...item, value: item.value || 'Value', label: item.label || 'Label' }} />
    </ul>
  );
}
