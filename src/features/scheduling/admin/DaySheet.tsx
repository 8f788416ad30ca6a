import { Link } from 'wouter';
import { formatTime } from '../../../lib/format-date';
import { toWallTime } from '../../../lib/wall-time';
import { getCallPersonName } from './booking-labels';
import * as styles from './DaySheet.module.css';
import {
  firstHour,
  formatHour,
  getHour,
  hasClockOf,
  hours,
  keptHours,
  lastHour,
  limit,
  listClosedTimes,
  minLabelHours,
} from './day-hours';
import { type Booking, useCallHours } from './queries';

interface Props {
  calls: readonly Booking[];
  now: Date;
  /** Builds the address of a lead's page. */
  buildLeadPath: (id: string) => string;
  callsHref: string;
}

/** Today from 8 AM to 8 PM: the calls as blocks, closed hours hatched, now as a line. */
export function DaySheet({ calls, now, buildLeadPath, callsHref }: Props) {
  const { data: callHours } = useCallHours();
  const wallNow = toWallTime(now);
  const today = callHours?.weekly[(wallNow.getUTCDay() + 6) % 7];
  const timed = calls
    .flatMap((call) => (call.start === null ? [] : [{ call, at: new Date(call.start) }]))
    .map((entry) => ({ ...entry, hour: limit(getHour(toWallTime(entry.at))) }));
  const nowHour = getHour(wallNow);
  const next = timed.find(({ at }) => at > now);
  return (
    <section id="calls" aria-label="Calls today" className={styles.sheet}>
      <div className={styles.hours} aria-hidden="true">
        {hours.map((hour) => (
          <span
            key={hour}
            className={keptHours.includes(hour) ? styles.kept : undefined}
            style={{ '--hour': hour }}
          >
            {/* The label of now takes the place of the hour beside it. */}
            {Math.abs(nowHour - hour) > 0.75 && formatHour(hour)}
          </span>
        ))}
      </div>
      <div className={styles.day}>
        {today &&
          hasClockOf(callHours, now) &&
          listClosedTimes(today).map(({ from, to }) => (
            <i key={from} className={styles.closed} style={{ '--from': from, '--to': to }} />
          ))}
        <ul>
          {timed.map(({ call, at, hour }, index) => {
            const free = (timed[index + 1]?.hour ?? lastHour) - hour;
            const name = getCallPersonName(call);
            return (
              <li
                key={call.id}
                className={styles.call}
                data-narrow={free < minLabelHours || undefined}
                style={{ '--from': hour, '--free': Math.max(free, 0.5) }}
              >
                <Link href={call.leadId ? buildLeadPath(call.leadId) : callsHref}>
                  <b>{name}</b>
                  <small>{formatTime(at)}</small>
                </Link>
              </li>
            );
          })}
        </ul>
        <Link className={styles.all} href={callsHref}>
          {calls.length === 0
            ? 'No calls today'
            : `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} today`}
        </Link>
        {nowHour >= firstHour && nowHour < lastHour && (
          <i className={styles.now} style={{ '--hour': nowHour }} aria-hidden="true">
            <span>{formatTime(now).replace(/ [AP]M$/, '')}</span>
          </i>
        )}
      </div>
      {next && (
        <p className={styles.next}>
          <b>{formatTime(next.at)}</b>
          <Link href={next.call.leadId ? buildLeadPath(next.call.leadId) : callsHref}>
            {getCallPersonName(next.call)}
          </Link>
        </p>
      )}
    </section>
  );
}
