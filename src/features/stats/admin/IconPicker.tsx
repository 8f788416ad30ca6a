import type { ItemForm } from '../../../collection-kit/form/ItemFields';
import { CircleAlert } from '../../../ui/admin-icons';
import * as formStyles from '../../../ui/form.module.css';
import { statIcons } from '../contract';
import { StatIconDrawing } from '../public/StatCard';
import * as styles from './IconPicker.module.css';

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
export function IconPicker({ form }: { form: ItemForm<'icon'> }) {
  const { labels, hook } = form;
  const error = hook.formState.errors.icon?.message;
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
              {...hook.register('icon')}
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
