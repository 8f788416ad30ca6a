import * as formStyles from '../../../../ui/form/form.module.css';
import { CircleAlert } from '../../../../ui/icons/admin-icons';
import type { FieldName } from '../../../kit/define-collection';
import { DisplayOrderField, type ItemForm, TextField } from '../../../kit/form/FormFields';
import type { ItemFormConfig } from '../../../kit/form/use-item-form';
import { type Stat, statIcons, stats } from '../contract';
import { StatCard, StatIconDrawing } from '../public/StatCard';
import * as styles from './form.module.css';

/** Accessible names of the icons. */
const iconLabels: Record<(typeof statIcons)[number], string> = {
  Clock: 'Clock',
  TrendingUp: 'Rising line',
  Users: 'People',
  Star: 'Star',
  DollarSign: 'Dollar sign',
  Award: 'Award',
  Target: 'Target',
  Zap: 'Lightning',
};

/** Icon choice as radio buttons, which support the arrow keys. */
function IconPicker({ form }: { form: ItemForm<'icon'> }) {
  const { labels, values, set } = form;
  const error = form.errors.icon;
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.label}>{labels.icon}</legend>
      <div className={styles.icons}>
        {statIcons.map((icon) => (
          <label key={icon}>
            <input
              type="radio"
              value={icon}
              aria-label={iconLabels[icon]}
              name="icon"
              checked={values.icon === icon}
              onChange={() => set({ icon })}
              {...(error && { 'aria-invalid': true, 'aria-describedby': 'icon-error' })}
            />
            <StatIconDrawing icon={icon} />
          </label>
        ))}
      </div>
      {error && (
        <p className={formStyles.error} id="icon-error">
          <CircleAlert />
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Every field of a hero stat. */
function StatFields({ form }: { form: ItemForm<FieldName<Stat>> }) {
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="value" placeholder="48 h" />
        <TextField form={form} name="label" placeholder="from payment to first shift" />
      </div>
      <IconPicker form={form} />
      <DisplayOrderField form={form} />
    </>
  );
}

/** The stat as the home page would show it. */
function StatPreview({ item }: { item: Stat }) {
  return (
    <ul className={styles.preview}>
      <StatCard stat={{ ...item, value: item.value || 'Value', label: item.label || 'Label' }} />
    </ul>
  );
}

export default {
  collection: stats,
  Fields: StatFields,
  Preview: StatPreview,
  hasCustomErrorMessage: true,
} satisfies ItemFormConfig<Stat>;
