import { useState } from 'react';
import { formatDayWithYear, formatMonthDay, formatTime } from '../../lib/format-date';
import { DAY } from '../../lib/time';
import { toWallTime } from '../../lib/wall-time';
import { Trash2 } from '../../ui/admin-icons';
import { Button, IconButton } from '../../ui/Button';
import { InputField } from '../../ui/fields';
import * as formStyles from '../../ui/form.module.css';
import * as textStyles from '../../ui/text.module.css';
import { maxDaysOff } from '../call-hours';
import { addDays } from '../public/calendar-days';
import { getCallPersonName } from './call-labels';
import { toDayKey } from './day-hours';
import * as styles from './HoursView.module.css';
import { type Call, useUpcomingCalls } from './queries';

/** Consecutive days off, as "2026-04-02". */
interface Period {
  first: string;
  last: string;
}

/** Lists the days of a period, at most as many as can be stored. */
function listDays({ first, last }: Period): string[] {
  const count = Math.min(maxDaysOff, (Date.parse(last) - Date.parse(first)) / DAY + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** Groups days off into periods, the first one first. */
export function groupDays(days: readonly string[]): Period[] {
  const periods: Period[] = [];
  for (const day of days.toSorted()) {
    const current = periods.at(-1);
    if (current && day <= addDays(current.last, 1)) current.last = day;
    else periods.push({ first: day, last: day });
  }
  return periods;
}

/** Adds a period to the days off, and drops those that are over, so that the list stays short. */
export const addPeriod = (days: readonly string[], period: Period, today: string): string[] =>
  [...new Set([...days.filter((day) => day >= today), ...listDays(period)])]
    .toSorted()
    .slice(0, maxDaysOff);

/** Finds the calls that are booked in a period. */
const findCalls = (calls: readonly Call[], { first, last }: Period, timeZone: string) =>
  calls.filter(({ start, status }) => {
    if (start === null || status !== 'booked') return false;
    const day = toDayKey(toWallTime(new Date(start), timeZone));
    return first <= day && day <= last;
  });

interface Props {
  days: readonly string[];
  onChange: (days: string[]) => void;
  /** The zone of the days. */
  timeZone: string;
}

/** Formats a day: "Tuesday, March 24", with the year if it is another one. */
const formatDayOff = (day: string, today: string): string =>
  formatDayWithYear(
    new Date(day),
    new Date(today),
    { weekday: 'long', month: 'long', day: 'numeric' },
    'UTC',
  );

function formatPeriod({ first, last }: Period, today: string): string {
  const start = formatDayOff(first, today);
  return first === last ? start : `${start}, to ${formatDayOff(last, today)}`;
}

/** Says which calls are booked: "1 call is booked: Owen Park, April 3, 10:00 AM." */
function formatCalls(calls: readonly Call[], timeZone: string): string {
  const names = calls.map((call) => {
    const at = new Date(call.start ?? 0);
    const day = formatMonthDay(at, timeZone);
    return `${call.name ?? getCallPersonName(call)}, ${day}, ${formatTime(at, timeZone)}`;
  });
  return calls.length === 1
    ? `1 call is booked: ${names}. It stays unless you move it.`
    : `${calls.length} calls are booked: ${names.join('; ')}. They stay unless you move them.`;
}

/** Days on which nobody can book, with the calls that are already booked then. */
export function DaysOff({ days, onChange, timeZone }: Props) {
  const { data: calls = [] } = useUpcomingCalls();
  const today = toDayKey(toWallTime(new Date(), timeZone));
  return (
    <>
      {days.length > 0 && (
        <ul className={styles.days} aria-label="Days off">
          {groupDays(days).map((period) => {
            const booked = findCalls(calls, period, timeZone);
            const name = formatPeriod(period, today);
            return (
              <li key={period.first}>
                <p className={textStyles.tabularNumbers}>
                  <b>{name}</b>
                  {booked.length > 0 && <small>{formatCalls(booked, timeZone)}</small>}
                </p>
                <IconButton
                  label={`Remove ${name}`}
                  onClick={() =>
                    onChange(days.filter((day) => day < period.first || day > period.last))
                  }
                >
                  <Trash2 />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <AddDays today={today} onAdd={(period) => onChange(addPeriod(days, period, today))} />
    </>
  );
}

interface AddProps {
  today: string;
  onAdd: (period: Period) => void;
}

function AddDays({ today, onAdd }: AddProps) {
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const isWrong = last !== '' && last < first;

  function add() {
    onAdd({ first, last: last || first });
    setFirst('');
    setLast('');
  }

  const className = `${formStyles.input} ${textStyles.tabularNumbers}`;
  return (
    <div className={styles.add}>
      <InputField
        label="First day off"
        className={className}
        type="date"
        min={today}
        value={first}
        onChange={setFirst}
      />
      <InputField
        label="Last day off"
        optional
        error={isWrong ? 'Must not be before the first' : undefined}
        className={className}
        type="date"
        min={first || today}
        value={last}
        onChange={setLast}
      />
      <Button variant="secondary" onClick={add} disabled={first === '' || isWrong}>
        Add days off
      </Button>
    </div>
  );
}
