import { useMemo, useState } from 'react';
import { formatTime, getDateFormat, getZoneName } from '../../../lib/time/format-date';
import { getOwnerTimeZone, parseDateTimeInput, toDateTimeInput } from '../../../lib/time/wall-time';
import { IconButton } from '../../../ui/Button';
import { FocusableError } from '../../../ui/form/Field';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as optionStyles from '../../../ui/form/option.module.css';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/admin-icons';
import { LinkButton } from '../../../ui/LinkButton';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { formatIsoDate, groupByDay } from '../../format-call-time';
import { useCallHours, useFreeSlots, useUpcomingCalls } from '../queries';
import * as styles from './CallDialog.module.css';
import { useCallForms } from './call-forms';

/** Number of days that are shown at once. */
const shownDays = 5;

interface SlotPickerProps {
  /** The free times: ISO 8601, ascending; at least one. */
  slots: readonly string[];
  /** The starts of calls that are booked. */
  taken: readonly string[];
  /** The present time of the call that is moved. */
  current: string | undefined;
  value: string | undefined;
  onChange: (start: string) => void;
}

/** Returns the owner's day of a time. */
const getDay = (start: string) => formatIsoDate(new Date(start), getOwnerTimeZone());

const formatDayPart = (day: string, part: Intl.DateTimeFormatOptions) =>
  getDateFormat(part, 'UTC').format(new Date(day));

/** Groups the free times by day, with the present time of a call unless it is over. */
function groupSlots(slots: readonly string[], current = '') {
  const isAhead = current > new Date().toISOString() && !slots.includes(current);
  return [...groupByDay(isAhead ? [...slots, current].sort() : slots, getOwnerTimeZone())];
}

/** Picks a day, then one of its free times. It opens at the day of the call that is moved. */
function SlotPicker({ slots, taken, current, value, onChange }: SlotPickerProps) {
  const days = useMemo(() => groupSlots(slots, current), [slots, current]);
  const currentDay = current && getDay(current);
  const [page, setPage] = useState(() =>
    Math.max(0, Math.floor(days.findIndex(([one]) => one === currentDay) / shownDays)),
  );
  const [chosenDay, setChosenDay] = useState(currentDay);
  const shown = days.slice(page * shownDays, (page + 1) * shownDays);
  const [day, starts = []] = shown.find(([one]) => one === chosenDay) ?? shown[0] ?? [];
  const takenStarts = taken.filter((start) => getDay(start) === day && !starts.includes(start));
  return (
    <div className={styles.slots}>
      <div className={styles.days}>
        <IconButton label="Earlier days" disabled={page === 0} onClick={() => setPage(page - 1)}>
          <ChevronLeft />
        </IconButton>
        {shown.map(([one]) => (
          <button
            key={one}
            type="button"
            className={optionStyles.option}
            aria-pressed={one === day}
            onClick={() => setChosenDay(one)}
          >
            {formatDayPart(one, { weekday: 'short' })}{' '}
            <small>{formatDayPart(one, { day: 'numeric' })}</small>{' '}
            {/* Last, so that the name starts with the visible text: speech control expects it. */}
            <span className={layoutStyles.visuallyHidden}>
              {formatDayPart(one, { month: 'long' })}
            </span>
          </button>
        ))}
        <IconButton
          label="Later days"
          disabled={(page + 1) * shownDays >= days.length}
          onClick={() => setPage(page + 1)}
        >
          <ChevronRight />
        </IconButton>
      </div>
      <div className={styles.times}>
        {[...starts, ...takenStarts].sort().map((start) => (
          <button
            key={start}
            type="button"
            className={optionStyles.option}
            disabled={takenStarts.includes(start) || start === current}
            aria-current={start === current ? 'time' : undefined}
            aria-pressed={start === value}
            onClick={() => onChange(start)}
          >
            {formatTime(new Date(start), getOwnerTimeZone())}
            {start === current && <small> current</small>}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Says that the owner has chosen a day off, on which visitors cannot book. */
function DayOffNote({ start }: { start: string }) {
  const { data } = useCallHours();
  const day = getDay(start);
  if (!data?.daysOff.includes(day)) return null;
  const label = data.dayOffLabels[day];
  return (
    <p className={formStyles.hint} role="status">
      <strong>{`This is a day off${label ? `: ${label}` : ''}.`}</strong> You can still choose it.
    </p>
  );
}

interface CallTimeFieldsProps {
  /** The chosen time: ISO 8601, UTC. */
  start: string | undefined;
  /** The present time of the call that is moved: null while only the provider knows it. */
  current?: string | null;
  onChange: (start: string | undefined) => void;
  error?: string | undefined;
}

/** A call's time: one of the free times, or any other. The week beside the form shows it. */
export function CallTimeFields({ start, current, onChange, error }: CallTimeFieldsProps) {
  const { onTarget } = useCallForms();
  const { data: slots = [], isPending } = useFreeSlots();
  const { data: calls = [] } = useUpcomingCalls();
  const taken = calls.flatMap((call) => call.start ?? []);
  const [isOther, setIsOther] = useState(false);
  const [typed, setTyped] = useState('');

  function choose(chosen: string | undefined) {
    onChange(chosen);
    onTarget(chosen);
  }

  if (isPending) return <p role="status">Loading free times...</p>;
  return (
    <div className={styles.time}>
      {isOther || slots.length === 0 ? (
        <InputField
          label="Time"
          error={error}
          hint={`${getZoneName(getOwnerTimeZone())}, even outside your hours.`}
          type="datetime-local"
          step={300}
          min={toDateTimeInput(new Date())}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            choose(parseDateTimeInput(value) ?? undefined);
          }}
        />
      ) : (
        <fieldset className={styles.free}>
          <legend>
            Time <em>your free hours</em>
          </legend>
          <SlotPicker
            {...{ slots, taken }}
            current={current ?? undefined}
            value={start}
            onChange={choose}
          />
          <FocusableError message={error} />
        </fieldset>
      )}
      {start && <DayOffNote start={start} />}
      {slots.length > 0 && (
        <LinkButton
          onClick={() => {
            setIsOther(!isOther);
            setTyped('');
            choose(undefined);
          }}
        >
          {isOther ? 'One of your free times' : 'Another time, even outside your hours'}
        </LinkButton>
      )}
    </div>
  );
}
