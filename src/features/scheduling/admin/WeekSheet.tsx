import { useState } from 'react';
import { Link } from 'wouter';
import { formatMonthDay, formatTime, getDateFormat } from '../../../lib/format-date';
import { MINUTE } from '../../../lib/time';
import { toWallTime } from '../../../lib/wall-time';
import { ChevronLeft, ChevronRight } from '../../../ui/admin-icons';
import { Button, IconButton } from '../../../ui/Button';
import { callMinutes } from '../call';
import { getCallPersonName } from './booking-labels';
import {
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
import { type Booking, useCallHours, useCallsOfPeriod } from './queries';
import * as styles from './WeekSheet.module.css';

/** Returns the day so many days after the Monday of this week, as a wall time. */
function getDay(wallTime: Date, days: number): Date {
  const monday = wallTime.getUTCDate() - ((wallTime.getUTCDay() + 6) % 7);
  return new Date(Date.UTC(wallTime.getUTCFullYear(), wallTime.getUTCMonth(), monday + days));
}

const isSameDay = (wallTime: Date, other: Date): boolean =>
  wallTime.toISOString().slice(0, 10) === other.toISOString().slice(0, 10);

const formatWeekName = (weeks: number): string =>
  ({ '-1': 'Last week', 0: 'This week', 1: 'Next week' })[weeks] ??
  (weeks > 0 ? `In ${weeks} weeks` : `${-weeks} weeks ago`);

/** A week of calls: a row per day from 8 AM to 8 PM, closed hours hatched, now as a line. */
export function WeekSheet({ now }: { now: Date }) {
  const [weeks, setWeeks] = useState(0);
  const { data: callHours } = useCallHours();
  const today = toWallTime(now);
  const days = Array.from({ length: 7 }, (_, day) => getDay(today, weeks * 7 + day));
  // A day more on both sides, because a day of the zone is not one of UTC.
  const { data: calls = [] } = useCallsOfPeriod(
    getDay(today, weeks * 7 - 1),
    getDay(today, weeks * 7 + 8),
  );
  const rows = days
    .map((date, index) => ({
      date,
      spans: callHours?.weekly[index] ?? [],
      closed:
        callHours && hasClockOf(callHours, now)
          ? listClosedTimes(callHours.weekly[index] ?? [])
          : [],
      calls: calls.filter(
        ({ start }) => start !== null && isSameDay(toWallTime(new Date(start)), date),
      ),
    }))
    // The weekend is shown when it is open or holds a call.
    .filter(({ spans, calls }, index) => index < 5 || spans.length > 0 || calls.length > 0);
  const first = rows[0]?.date ?? today;
  const last = rows.at(-1)?.date ?? today;
  return (
    <section aria-label="Week of calls">
      <div className={styles.header}>
        <p>{`${formatMonthDay(first, 'UTC')} to ${formatMonthDay(last, 'UTC')}`}</p>
        <div className={styles.steps}>
          <IconButton label="Week before" onClick={() => setWeeks(weeks - 1)}>
            <ChevronLeft />
          </IconButton>
          <Button variant="quiet" size="s" onClick={() => setWeeks(0)}>
            {formatWeekName(weeks)}
          </Button>
          <IconButton label="Week after" onClick={() => setWeeks(weeks + 1)}>
            <ChevronRight />
          </IconButton>
        </div>
      </div>
      <div className={styles.sheet}>
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span
              key={hour}
              className={keptHours.includes(hour) ? styles.kept : undefined}
              style={{ '--hour': hour }}
            >
              {formatHour(hour)}
            </span>
          ))}
        </div>
        <ol>
          {rows.map((row) => (
            <WeekDay key={row.date.toISOString()} {...row} now={now} />
          ))}
        </ol>
      </div>
      <p className={styles.legend} aria-hidden="true">
        {(['booked', 'over', 'canceled', 'closed'] as const).map((state) => (
          <span key={state}>
            <i data-state={state} />
            {state}
          </span>
        ))}
      </p>
    </section>
  );
}

interface DayProps {
  date: Date;
  closed: ReturnType<typeof listClosedTimes>;
  calls: readonly Booking[];
  now: Date;
}

function WeekDay({ date, closed, calls, now }: DayProps) {
  const wallNow = toWallTime(now);
  const isToday = isSameDay(date, wallNow);
  const nowHour = getHour(wallNow);
  return (
    <li className={styles.day} data-today={isToday || undefined}>
      <p className={styles.name}>
        <b>{getDateFormat({ weekday: 'short' }, 'UTC').format(date)}</b>
        <small>
          {getDateFormat({ month: 'short', day: 'numeric' }, 'UTC').format(date)}
          {isToday && ', today'}
        </small>
      </p>
      <div className={styles.row}>
        {closed.map(({ from, to }) => (
          <i key={from} className={styles.closed} style={{ '--from': from, '--to': to }} />
        ))}
        {calls.map((call, index) => (
          <WeekCall key={call.id} call={call} next={calls[index + 1]} now={now} />
        ))}
        {isToday && nowHour === limit(nowHour) && (
          <i className={styles.now} style={{ '--hour': nowHour }} aria-hidden="true">
            <span>{formatTime(now)}</span>
          </i>
        )}
      </div>
    </li>
  );
}

type CallState = 'booked' | 'over' | 'canceled';

function getCallState({ status }: Booking, at: Date, now: Date): CallState {
  if (status === 'canceled') return 'canceled';
  return at.getTime() + callMinutes * MINUTE < now.getTime() ? 'over' : 'booked';
}

interface CallProps {
  call: Booking;
  /** The call after it on the same day. */
  next: Booking | undefined;
  now: Date;
}

function WeekCall({ call, next, now }: CallProps) {
  const at = new Date(call.start ?? 0);
  const from = limit(getHour(toWallTime(at)));
  const end = next?.start ? limit(getHour(toWallTime(new Date(next.start)))) : lastHour;
  const state = getCallState(call, at, now);
  const note = call.status === 'no_show' ? ', no-show' : state === 'canceled' ? ', canceled' : '';
  const content = (
    <span>
      <b>{call.name ?? getCallPersonName(call)}</b>
      <small>
        {formatTime(at)}
        {note}
        {call.name && call.company && <span>, {call.company}</span>}
      </small>
    </span>
  );
  const props = {
    className: styles.call,
    'data-state': state,
    'data-narrow': end - from < minLabelHours || undefined,
    style: { '--from': from, '--free': Math.max(end - from, 0.5) },
  };
  return call.leadId ? (
    <Link href={`/admin/leads/${call.leadId}`} {...props}>
      {content}
    </Link>
  ) : (
    <span {...props}>{content}</span>
  );
}
