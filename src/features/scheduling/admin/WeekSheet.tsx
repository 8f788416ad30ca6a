import type { ReactNode } from 'react';
import { formatMonthDayRange } from '../../../lib/format-date';
import { getOwnerTimeZone, toWallTime } from '../../../lib/wall-time';
import { ChevronLeft, ChevronRight } from '../../../ui/admin-icons';
import { Button, IconButton } from '../../../ui/Button';
import { getZoneName } from '../format-call-time';
import { useCallForms } from './call-forms';
import {
  createSheetStyle,
  findSheetRange,
  listClosedTimes,
  listOpenSpans,
  toDayKey,
} from './day-hours';
import * as sheetStyles from './sheet.module.css';
import { SheetHours } from './sheet-parts';
import type { CallWeek } from './use-call-week';
import { WeekDay } from './WeekDay';
import * as styles from './WeekSheet.module.css';

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

interface Props {
  week: CallWeek;
  now: Date;
  /** Buttons beside the week. */
  actions: ReactNode;
}

/** A week of calls: a row per day, closed hours hatched, now as a line. */
export function WeekSheet({ week, now, actions }: Props) {
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
