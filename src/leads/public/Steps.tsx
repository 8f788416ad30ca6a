import { Check } from '../../ui/icons/icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { leadSteps } from '../inquiry/lead-form-options';
import * as styles from './Steps.module.css';

/** Progress of the form: three circles. */
export function Steps({ current }: { current: number }) {
  return (
    <ol
      // biome-ignore lint/a11y/noRedundantRoles: Safari announces no list without markers
      role="list"
      className={styles.steps}
      aria-label={`Step ${current + 1} of ${leadSteps.length}`}
      data-step={current + 1}
    >
      {leadSteps.map(({ title }, index) => (
        <li
          key={title}
          {...(index < current && { className: styles.done })}
          {...(index === current && { 'aria-current': 'step' as const })}
        >
          <b>{index < current ? <Check /> : index + 1}</b>
          <span>
            {title}
            {index < current && <span className={layoutStyles.visuallyHidden}>, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
