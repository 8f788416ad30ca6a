import { formatTime, getDateFormat } from '../../../lib/format-date';
import { ArrowRight } from '../../../ui/desk-icons';
import { formatVisitorTime } from './BothZones';
import { getCallPersonName, getFirstName } from './booking-labels';
import * as styles from './FromTo.module.css';
import type { Booking } from './queries';

interface Props {
  call: Booking;
  /** The new start: ISO 8601, UTC. */
  start: string | undefined;
}

/** Formats the day of a time: "Wed, March 18". */
const formatDay = (iso: string): string =>
  getDateFormat({ weekday: 'short', month: 'long', day: 'numeric' }).format(new Date(iso));

/** The old time of a call, and the new one once it is chosen, also for the visitor. */
export function FromTo({ call, start }: Props) {
  const visitorTime =
    start && formatVisitorTime({ start, name: getFirstName(call), timeZone: call.timeZone });
  return (
    <div className={styles.fromTo}>
      <p>
        <small>{call.name ?? getCallPersonName(call)}</small>
        {call.start && (
          <del>
            {formatDay(call.start)}
            <br />
            {formatTime(new Date(call.start))}
          </del>
        )}
      </p>
      <ArrowRight />
      <p role="status">
        <small>New time</small>
        {start ? (
          <b>
            {formatDay(start)}
            <br />
            {formatTime(new Date(start))}
          </b>
        ) : (
          <span>Choose one below</span>
        )}
      </p>
      {visitorTime && <p className={styles.visitor}>{visitorTime}</p>}
    </div>
  );
}
