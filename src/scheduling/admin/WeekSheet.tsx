import type { ReactNode } from 'react';
import {
  formatMonthDayRange,
  formatTime,
  getDateFormat,
  getZoneName,
} from '../../lib/time/format-date';
import { getOwnerTimeZone, toWallTime } from '../../lib/time/wall-time';
import { Button, IconButton } from '../../ui/Button';
import { ChevronLeft, ChevronRight } from '../../ui/icons/admin-icons';
import { QueryState } from '../../ui/QueryState';
import * as adminStyles from '../../ui/styles/admin.module.css';
import {
  createSheetStyle,
  findSheetRange,
  listOpenSpans,
  toDayKey,
} from './availability/day-hours';
import { type CallForm, isFormOpen, useCallForms } from './call/call-forms';
import { getCallPersonName, getVisitorName, resultLabels } from './call-labels';
import { isOver } from './call-lists';
import type { Call } from './queries';
import * as sheetStyles from './sheet.module.css';
import { type SheetBlock, SheetHours, SheetRow } from './sheet-parts';
import * as listStyles from './UpcomingCalls.module.css';
import type { CallWeek } from './use-call-week';
import * as styles from './WeekSheet.module.css';

/** Describes a call as a block of its day. */
function toBlock(call: Call, form: CallForm | null, now: Date): SheetBlock {
  const at = new Date(call.start ?? 0);
  const isCanceled = call.status === 'canceled';
  const note = isCanceled ? 'canceled' : call.result && resultLabels[call.result];
  return {
    key: call.id,
    at,
    href: call.leadId && `/admin/leads/${call.leadId}`,
    title: call.name ?? getCallPersonName(call),
    note: (
      <>
        {formatTime(at)}
        {note && <span>, {note}</span>}
        {call.name && call.company && <span>, {call.company}</span>}
      </>
    ),
    attributes: {
      'data-state': isCanceled ? 'canceled' : isOver(call, now) ? 'over' : 'booked',
      'data-moving': isFormOpen(form, 'move', call) || undefined,
    },
  };
}

/** Describes the time that is chosen in a form. */
function toTargetBlock(target: string, form: CallForm | null): SheetBlock {
  const at = new Date(target);
  const isMove = form?.kind === 'move';
  return {
    key: 'target',
    at,
    href: null,
    title: isMove ? 'New time' : 'New call',
    note: (
      <>
        {formatTime(at)}
        {isMove && <span>, for {getVisitorName(form.call)}</span>}
      </>
    ),
    attributes: { 'data-state': 'target' },
  };
}

const isOnDay = (iso: string, day: Date): boolean =>
  toDayKey(toWallTime(new Date(iso))) === toDayKey(day);

const formatWeekName = (weeks: number): string =>
  ({ '-1': 'Last week', 0: 'This week', 1: 'Next week' })[weeks] ??
  (weeks > 0 ? `In ${weeks} weeks` : `${-weeks} weeks ago`);

/** Counts the upcoming calls: "6 ahead, 3 of them today." */
function formatCallsAhead(callDays: readonly string[], today: Date): string {
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
  const { target, current } = useCallForms();
  const { weeks, setWeeks, days, calls, query, callHours, callDays } = week;
  const today = toWallTime(now);
  const rows = days
    .map((date) => ({
      date,
      blocks: [
        ...calls
          .filter(({ start }) => start !== null && isOnDay(start, date))
          .map((call) => toBlock(call, current, now)),
        ...(target && isOnDay(target, date) ? [toTargetBlock(target, current)] : []),
      ].sort((a, b) => a.at.getTime() - b.at.getTime()),
    }))
    // The weekend is shown when it is open or holds a call.
    .filter(
      ({ blocks }, index) =>
        index < 5 || blocks.length > 0 || (callHours?.weekly[index] ?? []).length > 0,
    );
  const range = findSheetRange(
    callHours ? rows.flatMap(({ date }) => listOpenSpans(callHours, date)) : [],
    rows.flatMap(({ blocks }) => blocks.map(({ at }) => at)),
  );
  return (
    <section aria-label="Week of calls">
      <div className={styles.header}>
        <p>
          {`${formatMonthDayRange(rows[0]?.date ?? today, rows.at(-1)?.date ?? today)}. `}
          {callDays && `${formatCallsAhead(callDays, today)} `}
          {`${getZoneName(getOwnerTimeZone())}.`}
        </p>
        <WeekSteps weeks={weeks} onChange={setWeeks} />
        <div className={styles.actions}>{actions}</div>
      </div>
      <QueryState
        name="The calls of the week"
        display="line"
        query={query}
        className={listStyles.notice}
        loading={null}
      />
      <div className={`${sheetStyles.sheet} ${styles.week}`} style={createSheetStyle(range)}>
        <SheetHours className={styles.hours} range={range} />
        <ol>
          {rows.map(({ date, blocks }) => {
            const isToday = toDayKey(date) === toDayKey(today);
            return (
              <li key={date.toISOString()} className={styles.day} data-today={isToday || undefined}>
                <p className={styles.name}>
                  <b>{getDateFormat({ weekday: 'short' }, 'UTC').format(date)}</b>
                  <small>
                    {getDateFormat({ month: 'short', day: 'numeric' }, 'UTC').format(date)}
                    {isToday && ', today'}
                  </small>
                </p>
                <SheetRow
                  nowLabel={formatTime(now)}
                  className={styles.row}
                  nowClass={styles.now}
                  {...{ date, callHours, range, blocks, now }}
                />
              </li>
            );
          })}
        </ol>
      </div>
      <p className={styles.legend} aria-hidden="true">
        {(['booked', 'over', 'canceled', 'closed'] as const).map((state) => (
          <span key={state}>
            <i className={adminStyles.mark} data-state={state} />
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
      <Button variant="quiet" size="touch" onClick={() => onChange(0)}>
        {formatWeekName(weeks)}
      </Button>
      <IconButton label="Week after" onClick={() => onChange(weeks + 1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
