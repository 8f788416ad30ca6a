import { formatYears } from '../../../lib/format-years';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as styles from './TalentYears.module.css';

/** Ticks of the bar. More years fill it completely. */
const maxTicks = 12;

/** Years of experience as a bar with one tick per year. */
export function TalentYears({ years }: { years: number }) {
  return (
    <div className={styles.years} data-years={Math.min(Math.max(years, 0), maxTicks)}>
      <i />
      <span>
        {formatYears(years)}
        <span className={layoutStyles.visuallyHidden}> of experience</span>
      </span>
    </div>
  );
}
