import { Link } from 'wouter';
import { formatMonthDay, formatTime, getDateFormat } from '../../../lib/format-date';
import { getOwnerTimeZone, toWallTime } from '../../../lib/wall-time';
import { ChevronLeft, ChevronRight } from '../../../ui/admin-icons';
import { Button, IconButton } from '../../../ui/Button';
import { getZoneName } from '../format-call-time';
import { getCallPersonName, resultLabels } from './booking-labels';
import {
  type ClosedTime,
  getCallHour,
  getHour,
  isInSheetZone,
  lastHour,
  limit,
  listClosedTimes,
  minLabelHours,
  toDayKey,
} from './day-hours';
import { isOver } from './list-past-calls';
import type { Booking } from './queries';
import * as sheetStyles from './sheet.module.css';
import { ClosedTimes, NowLine, SheetHours } from './sheet-parts';
import type { CallWeek } from './use-call-week';
import * as styles from './WeekSheet.module.css';

const isOnDay = (iso: string, day: Date): boolean =>
  toDayKey(toWallTime(new Date(iso))) === toDayKey(day);

const formatWeekName = (weeks: number): string =>
  ({ '-1': 'Last week', 0: 'This week', 1: 'Next week' })[weeks] ??
  (weeks > 0 ? `In ${weeks} weeks` : `${-weeks} weeks ago`);

/** Formats the days of a week: "March 16 to 20", "March 30 to April 3". */
function formatDays(first: Date, last: Date): string {
  const isSameMonth = first.getUTCMonth() === last.getUTCMonth();
  const end = isSameMonth ? String(last.getUTCDate()) : formatMonthDay(last, 'UTC');
  return `${formatMonthDay(first, 'UTC')} to ${end}`;
}

/** Counts the upcoming calls: "6 ahead, 3 of them today." */
function formatAhead(callDays: readonly string[], today: Date): string {
  if (callDays.length === 0) return 'No calls ahead.';
  const ofToday = callDays.filter((day) => day === toDayKey(today)).length;
  const ahead = `${callDays.length} ahead`;
  if (ofToday === 0) return `${ahead}.`;
  if (ofToday === callDays.length)
    return ofToday === 1 ? `${ahead}, today.` : `${ahead}, all today.`;
  return `${ahead}, ${ofToday} of them today.`;
}

interface Props {
  week: CallWeek;
  now: Date;
}

/** A week of calls: a row per day from 8 AM to 8 PM, closed hours hatched, now as a line. */
export function WeekSheet({ week, now }: Props) {
  const { weeks, setWeeks, days, calls, callHours, callDays } = week;
  const today = toWallTime(now);
  const rows = days
    .map((date, index) => ({
      date,
      isOpen: callHours !== undefined && (callHours.weekly[index] ?? []).length > 0,
      closed: callHours && isInSheetZone(callHours, now) ? listClosedTimes(callHours, date) : [],
      calls: calls.filter(({ start }) => start !== null && isOnDay(start, date)),
    }))
    // The weekend is shown when it is open or holds a call.
    .filter(({ isOpen, calls }, index) => index < 5 || isOpen || calls.length > 0);
  return (
    <section aria-label="Week of calls">
      <div className={styles.header}>
        <p>
          {`${formatDays(rows[0]?.date ?? today, rows.at(-1)?.date ?? today)}. `}
          {callDays && `${formatAhead(callDays, today)} `}
          {`${getZoneName(getOwnerTimeZone())}.`}
        </p>
        <WeekSteps weeks={weeks} onChange={setWeeks} />
      </div>
      <div className={`${sheetStyles.sheet} ${styles.week}`}>
        <SheetHours className={styles.hours} />
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

interface StepsProps {
  weeks: number;
  onChange: (weeks: number) => void;
}

function WeekSteps({ weeks, onChange }: StepsProps) {
  return (
    <div className={styles.steps}>
      <IconButton label="Week before" onClick={() => onChange(weeks - 1)}>
        <ChevronLeft />
      </IconButton>
      <Button variant="quiet" size="s" onClick={() => onChange(0)}>
        {formatWeekName(weeks)}
      </Button>
      <IconButton label="Week after" onClick={() => onChange(weeks + 1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}

interface DayProps {
  date: Date;
  closed: readonly ClosedTime[];
  calls: readonly Booking[];
  now: Date;
}

function WeekDay({ date, closed, calls, now }: DayProps) {
  const wallNow = toWallTime(now);
  const isToday = toDayKey(date) === toDayKey(wallNow);
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
      <div className={`${sheetStyles.row} ${styles.row}`}>
        <ClosedTimes times={closed} />
        {calls.map((call, index) => (
          <WeekCall key={call.id} call={call} next={calls[index + 1]} now={now} />
        ))}
        {isToday && nowHour === limit(nowHour) && (
          <NowLine hour={nowHour} className={styles.now}>
            {formatTime(now)}
          </NowLine>
        )}
      </div>
    </li>
  );
}

type CallState = 'booked' | 'over' | 'canceled';

const getCallState = (call: Booking, now: Date): CallState =>
  call.status === 'canceled' ? 'canceled' : isOver(call, now) ? 'over' : 'booked';

interface CallProps {
  call: Booking;
  /** The next call of the same day. */
  next: Booking | undefined;
  now: Date;
}

function WeekCall({ call, next, now }: CallProps) {
  const at = new Date(call.start ?? 0);
  const from = getCallHour(at);
  const end = next?.start ? getCallHour(new Date(next.start)) : lastHour;
  const state = getCallState(call, now);
  const note = state === 'canceled' ? 'canceled' : call.result && resultLabels[call.result];
  const content = (
    <span>
      <b>{call.name ?? getCallPersonName(call)}</b>
      <small>
        {formatTime(at)}
        {note && `, ${note}`}
        {call.name && call.company && <span>, {call.company}</span>}
      </small>
    </span>
  );
  const props = {
    className: sheetStyles.call,
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
