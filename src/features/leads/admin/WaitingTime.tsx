import { DAY, HOUR } from '../../../lib/time';
import * as meterStyles from '../../../ui/meter.module.css';
import { formatDuration } from './format-duration';
import * as styles from './WaitingTime.module.css';

/** Waiting time from which on the remaining time is shown as well. */
const warningMs = 20 * HOUR;

/** Hours that the ruler shows after the end of the promised day. */
const overrunHours = 8;

interface Props {
  since: string;
  now: Date;
  /** Also shows the remaining or the overdue time. */
  isLong?: boolean;
}

/** How long a lead has waited for its first answer, as a ruler of 24 hours and as text. */
export function WaitingTime({ since, now, isLong = false }: Props) {
  const waitedMs = Math.max(0, now.getTime() - Date.parse(since));
  const hours = waitedMs / HOUR;
  const overrun = Math.min(hours - 24, overrunHours);
  const isLate = waitedMs >= DAY;
  const isUrgent = waitedMs >= warningMs;
  return (
    <span className={`${meterStyles.meter} ${styles.time} ${isLate ? styles.late : ''}`}>
      <span className={styles.ruler} aria-hidden="true">
        <i style={{ '--hours': Math.min(hours, 24) }} />
        {isLate && (
          <i
            className={
              hours > 24 + overrunHours ? `${styles.overrun} ${styles.cut}` : styles.overrun
            }
            style={{ '--hours': overrun }}
          />
        )}
      </span>
      <span>
        {isUrgent ? <b>{formatDuration(waitedMs)}</b> : formatDuration(waitedMs)}
        {isLate && (
          <>
            , <b>late</b>
            {isLong && ` by ${formatDuration(waitedMs - DAY)}`}
          </>
        )}
        {isLong && isUrgent && !isLate && `, ${formatDuration(DAY - waitedMs)} left`}
      </span>
    </span>
  );
}
