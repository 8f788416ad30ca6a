import { formatYears } from '../../../lib/format-years';
import './TalentYears.css';

/** Ticks of the counter: as many as the schedule has hours. More years fill it. */
const maxTicks = 12;

/** Years of experience as a bar that is filled by one tick a year. */
export function TalentYears({ years }: { years: number }) {
  return (
    <div className="yrs" data-years={Math.min(Math.max(years, 0), maxTicks)}>
      <i />
      <span>
        {formatYears(years)}
        <span className="vh"> of experience</span>
      </span>
    </div>
  );
}
