import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatMonthDayRange, formatTime, getDateFormat } from '../../lib/format-date';
import { getOwnerTimeZone, toWallTime } from '../../lib/wall-time';
import { ChevronLeft, ChevronRight } from '../../ui/admin-icons';
import { Button, IconButton } from '../../ui/Button';
import { getZoneName } from '../format-call-time';
import { getCallPersonName, getFirstName, resultLabels } from './booking-labels';
import { isFormOpen, useCallForms } from './call-forms';
import { isOver } from './call-lists';
import {
  type ClosedTime,
  createSheetStyle,
  findSheetRange,
  getHour,
  listClosedTimes,
  listOpenSpans,
  type SheetRange,
  toDayKey,
} from './day-hours';
import type { Booking } from './queries';
import * as sheetStyles from './sheet.module.css';
import { type BlockProps, ClosedTimes, createBlockProps, NowLine, SheetHours } from './sheet-parts';
import type { CallWeek } from './use-call-week';
import * as styles from './WeekSheet.module.css';

interface WeekDayProps {
  date: Date;
  range: SheetRange;
  closed: readonly ClosedTime[];
  calls: readonly Booking[];
  /** The time that is chosen in a form. */
  target: string | undefined;
  now: Date;
}

/** A day of the week: its calls as blocks, and the time to which one is moved. */
function WeekDay({ date, range, closed, calls, target, now }: WeekDayProps) {
  const wallNow = toWallTime(now);
  const isToday = toDayKey(date) === toDayKey(wallNow);
  const nowHour = getHour(wallNow);
  const blocks = [
    ...calls.map((call) => ({ key: call.id, at: new Date(call.start ?? 0), call })),
    ...(target ? [{ key: 'target', at: new Date(target), call: null }] : []),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const starts = blocks.map(({ at }) => at);
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
        {blocks.map(({ key, at, call }, index) => {
          const block = createBlockProps(starts, index, range);
          return call ? (
            <WeekCall key={key} call={call} at={at} now={now} block={block} />
          ) : (
            <Target key={key} at={at} block={block} />
          );
        })}
        {isToday && (
          <NowLine hour={nowHour} range={range} className={styles.now}>
            {formatTime(now)}
          </NowLine>
        )}
      </div>
    </li>
  );
}

interface CallProps {
  call: Booking;
  at: Date;
  now: Date;
  block: BlockProps;
}

function WeekCall({ call, at, now, block }: CallProps) {
  const { current } = useCallForms();
  const isCanceled = call.status === 'canceled';
  const note = isCanceled ? 'canceled' : call.result && resultLabels[call.result];
  const content = (
    <span>
      <b>{call.name ?? getCallPersonName(call)}</b>
      <small>
        {formatTime(at)}
        {note && <span>, {note}</span>}
        {call.name && call.company && <span>, {call.company}</span>}
      </small>
    </span>
  );
  const props = {
    ...block,
    'data-state': isCanceled ? 'canceled' : isOver(call, now) ? 'over' : 'booked',
    'data-moving': isFormOpen(current, 'move', call) || undefined,
  };
  return call.leadId ? (
    <Link href={`/admin/leads/${call.leadId}`} {...props}>
      {content}
    </Link>
  ) : (
    <span {...props}>{content}</span>
  );
}

/** The time that is chosen for a call. */
function Target({ at, block }: { at: Date; block: BlockProps }) {
  const { current } = useCallForms();
  return (
    <span {...block} data-state="target">
      <span>
        <b>{current?.kind === 'move' ? 'New time' : 'New call'}</b>
        <small>
          {formatTime(at)}
          {current?.kind === 'move' && <span>, for {getFirstName(current.call)}</span>}
        </small>
      </span>
    </span>
  );
}

const isOnDay = (iso: string, day: Date): boolean =>
  toDayKey(toWallTime(new Date(iso))) === toDayKey(day);

const toDate = (start: string | null | undefined): Date[] => (start ? [new Date(start)] : []);

const formatWeekName = (weeks: number): string =>
  ({ '-1': 'Last week', 0: 'This week', 1: 'Next week' })[weeks] ??
  (weeks > 0 ? `In ${weeks} weeks` : `${-weeks} weeks ago`);

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

interface WeekSheetProps {
  week: CallWeek;
  now: Date;
  /** Buttons beside the week. */
  actions: ReactNode;
}

/** A week of calls: a row per day, closed hours hatched, now as a line. */
export function WeekSheet({ week, now, actions }: WeekSheetProps) {
  const { target } = useCallForms();
  const { weeks, setWeeks, days, calls, callHours, callDays } = week;
  const today = toWallTime(now);
  const rows = days
    .map((date, index) => ({
      date,
      isOpen: callHours !== undefined && (callHours.weekly[index] ?? []).length > 0,
      calls: calls.filter(({ start }) => start !== null && isOnDay(start, date)),
      target: target && isOnDay(target, date) ? target : undefined,
    }))
    // The weekend is shown when it is open or holds a call.
    .filter((day, index) => index < 5 || day.isOpen || day.calls.length > 0 || day.target)
    .map((day) => ({
      ...day,
      starts: [...day.calls.map(({ start }) => start), day.target].flatMap(toDate),
    }));
  const range = findSheetRange(
    callHours ? rows.flatMap(({ date }) => listOpenSpans(callHours, date)) : [],
    rows.flatMap(({ starts }) => starts),
  );
  return (
    <section aria-label="Week of calls">
      <div className={styles.header}>
        <p>
          {`${formatMonthDayRange(rows[0]?.date ?? today, rows.at(-1)?.date ?? today, 'UTC')}. `}
          {callDays && `${formatAhead(callDays, today)} `}
          {`${getZoneName(getOwnerTimeZone())}.`}
        </p>
        <WeekSteps weeks={weeks} onChange={setWeeks} />
        <div className={styles.actions}>{actions}</div>
      </div>
      <div className={`${sheetStyles.sheet} ${styles.week}`} style={createSheetStyle(range)}>
        <SheetHours className={styles.hours} range={range} />
        <ol>
          {rows.map(({ starts, ...row }) => (
            <WeekDay
              key={row.date.toISOString()}
              {...row}
              range={range}
              closed={callHours ? listClosedTimes(callHours, row.date, range, starts) : []}
              now={now}
            />
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
