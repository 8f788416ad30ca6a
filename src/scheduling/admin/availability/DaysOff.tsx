import {
  formatDayWithYear,
  formatMonthDay,
  formatMonthDayRange,
  formatTime,
} from '../../../lib/time/format-date';
import { toWallTime } from '../../../lib/time/wall-time';
import { Button, IconButton } from '../../../ui/Button';
import { InputField } from '../../../ui/form/fields';
import * as optionStyles from '../../../ui/form/option.module.css';
import { Trash2 } from '../../../ui/icons/admin-icons';
import { maxLabelLength } from '../../hours/call-hours';
import {
  addPeriod,
  type DaysOff as DaysOffValue,
  groupDays,
  hasPeriod,
  type Period,
  removePeriod,
} from '../../hours/days-off';
import { listNextHolidays } from '../../hours/federal-holidays';
import { getCallPersonName } from '../call-labels';
import { type Call, useUpcomingCalls } from '../queries';
import { toDayKey } from './day-hours';
import * as styles from './HoursView.module.css';
import type { HoursValues } from './LimitFields';

/** Finds the calls that are booked in a period. */
const findCalls = (calls: readonly Call[], { first, last }: Period, timeZone: string) =>
  calls.filter(({ start, status }) => {
    if (start === null || status !== 'booked') return false;
    const day = toDayKey(toWallTime(new Date(start), timeZone));
    return first <= day && day <= last;
  });

type TypedDays = HoursValues['typedDays'];

/** The values of the empty fields. */
export const noDays: TypedDays = { first: '', last: '', label: '' };

/** Adds the typed days: one, unless they have a last one. Empty fields add none. */
export const addTypedDays = (off: DaysOffValue, { first, last, label }: TypedDays): DaysOffValue =>
  first === '' ? off : addPeriod(off, { first, last: last || first, label: label.trim() });

/** Finds what keeps the typed days from being added. Empty fields are no error. */
export function findTypedError({ first, last, label }: TypedDays): string | undefined {
  if (last !== '' && last < first) return 'Must not be before the first';
  const isMissing = first === '' && (last !== '' || label.trim() !== '');
  return isMissing ? 'Enter the first day, or clear these fields' : undefined;
}

interface Props {
  off: DaysOffValue;
  typed: TypedDays;
  /** Why the typed days can't be saved. */
  error: string | undefined;
  onChange: (change: Partial<Pick<HoursValues, 'off' | 'typedDays'>>) => void;
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

/** Formats a period: "Friday, December 25", or with its last day. */
export function formatPeriod({ first, last }: Period, today: string): string {
  const start = formatDayOff(first, today);
  return first === last ? start : `${start}, to ${formatDayOff(last, today)}`;
}

/** Says which calls are booked: "1 call is booked: Owen Park, April 3, 10 am." */
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
export function DaysOff({ off, typed, error, onChange, timeZone }: Props) {
  const { data: calls = [] } = useUpcomingCalls();
  const today = toDayKey(toWallTime(new Date(), timeZone));
  return (
    <>
      {off.daysOff.length > 0 && (
        <ul className={styles.days} aria-label="Days off">
          {groupDays(off).map((period) => {
            const booked = findCalls(calls, period, timeZone);
            const name = formatPeriod(period, today);
            return (
              <li key={period.first}>
                <p>
                  <b>{name}</b>
                  {period.label && <small>{period.label}</small>}
                  {booked.length > 0 && (
                    <small className={styles.booked}>{formatCalls(booked, timeZone)}</small>
                  )}
                </p>
                <IconButton
                  label={`Remove ${name}`}
                  onClick={() => onChange({ off: removePeriod(off, period) })}
                >
                  <Trash2 />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <AddDays
        {...{ typed, error, today }}
        onChange={(typedDays) => onChange({ typedDays })}
        onAdd={() => onChange({ off: addTypedDays(off, typed), typedDays: noDays })}
      />
      <Holidays off={off} onChange={(next) => onChange({ off: next })} today={today} />
    </>
  );
}

interface AddProps extends Pick<Props, 'typed' | 'error'> {
  today: string;
  onChange: (typed: TypedDays) => void;
  onAdd: () => void;
}

function AddDays({ typed, error, today, onChange, onAdd }: AddProps) {
  const { first, last, label } = typed;
  const wrongLast = first === '' ? undefined : findTypedError(typed);
  return (
    <div className={styles.add}>
      <InputField
        label="First day off"
        error={first === '' ? error : undefined}
        type="date"
        min={today}
        value={first}
        onChange={(value) => onChange({ ...typed, first: value })}
      />
      <InputField
        label="Last day off"
        optional
        error={wrongLast}
        type="date"
        min={first || today}
        value={last}
        onChange={(value) => onChange({ ...typed, last: value })}
      />
      <InputField
        label="Label"
        optional
        type="text"
        maxLength={maxLabelLength}
        value={label}
        onChange={(value) => onChange({ ...typed, label: value })}
      />
      <Button
        variant="secondary"
        onClick={onAdd}
        disabled={first === '' || wrongLast !== undefined}
      >
        Add days off
      </Button>
    </div>
  );
}

interface HolidaysProps {
  off: DaysOffValue;
  onChange: (off: DaysOffValue) => void;
  today: string;
}

/** The next of each US federal holiday, which one click adds to the days off. */
function Holidays({ off, onChange, today }: HolidaysProps) {
  const holidays = listNextHolidays(today).map(({ name, ...days }) => ({ ...days, label: name }));
  const missing = holidays.filter((holiday) => !hasPeriod(off, holiday));
  return (
    <fieldset className={styles.holidays}>
      <legend>
        US federal holidays <em>the next of each</em>
      </legend>
      <div>
        {holidays.map((holiday) => {
          const isOff = !missing.includes(holiday);
          return (
            <button
              key={holiday.first}
              type="button"
              className={optionStyles.option}
              aria-pressed={isOff}
              onClick={() => onChange(isOff ? removePeriod(off, holiday) : addPeriod(off, holiday))}
            >
              {holiday.label}{' '}
              <small>{formatMonthDayRange(new Date(holiday.first), new Date(holiday.last))}</small>
            </button>
          );
        })}
      </div>
      <Button
        variant="secondary"
        disabled={missing.length === 0}
        onClick={() => onChange(missing.reduce(addPeriod, off))}
      >
        Add all federal holidays
      </Button>
    </fieldset>
  );
}
