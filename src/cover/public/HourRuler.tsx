import { formatHour } from '../../lib/time/format-hour';
import { formatZone } from '../../lib/time/time-zone';
import * as styles from './PlanSheet.module.css';

interface Props {
  range: { first: number; last: number };
  timeZone: string;
  /** The hours are shown in two halves on phones, unless the sheet is static. */
  isLong: boolean;
  isStatic: boolean | undefined;
}

/** Longer names of zones do not fit on phones. */
const maxZoneLength = 5;

/** Hours that have a label even where there is little room: each fourth, of a long day each sixth. */
const labelSteps = { short: 4, long: 6 } as const;

/** The hours at the head of the sheet. */
export function HourRuler({ range: { first, last }, timeZone, isLong, isStatic }: Props) {
  const zone = formatZone(timeZone).split(' – ')[0] ?? '';
  const shortZone = zone.replace(/^(.).* Time$/, '$1T');
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  const labelStep = isLong && isStatic ? labelSteps.long : labelSteps.short;
  return (
    <div className={styles.ruler} aria-hidden="true">
      <p>
        <span className={styles.long}>{zone}</span>
        <span className={styles.short}>{shortZone.length <= maxZoneLength && shortZone}</span>
      </p>
      <div>
        <ol className={styles.hours} data-many={isLong || undefined}>
          {hours.map((hour) => (
            <li key={hour} data-main={(hour - first) % labelStep === 0 || undefined}>
              {hour === first || hour % 12 === 0 ? formatHour(hour) : hour % 12}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
