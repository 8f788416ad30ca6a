import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './ClosedDay.module.css';

/** Illustration of a day that nobody covers, for error pages. */
export function ClosedDay({ label }: { label: string }) {
  return (
    <div className={styles.closedDay} data-band aria-hidden="true">
      <div className={`${layoutStyles.container} ${styles.day}`}>
        <span>{label}</span>
      </div>
    </div>
  );
}
