import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { addDays, DAY } from '../../lib/time/durations';
import { formatTime, getZoneName } from '../../lib/time/format-date';
import { weekdays } from '../../lib/time/weekdays';
import { IconButton } from '../../ui/Button';
import { ChevronLeft, ChevronRight } from '../../ui/icons/admin-icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { formatIsoDate, groupByDay } from '../format-call-time';
import {
  findDayForKey,
  formatDateRange,
  formatDayLabel,
  formatDayName,
  formatDayNumber,
  getMonday,
  listWeeks,
  visibleWeeks,
} from './calendar-days';
import * as styles from './TimePicker.module.css';
import * as timeButtonStyles from './time-button.module.css';

const visibleDays = visibleWeeks * 7;

interface DayGridProps {
  /** Number of available times by day (`YYYY-MM-DD`), ascending; at least one entry. */
  counts: ReadonlyMap<string, number>;
  selected: string;
  onSelect: (date: string) => void;
}

/**
 * Returns the first day of the five-week page that contains `day`. Pages are counted from `origin`.
 */
function getFirstDayShown(day: string, origin: string): string {
  const daysApart = (Date.parse(day) - Date.parse(origin)) / DAY;
  return addDays(origin, Math.floor(daysApart / visibleDays) * visibleDays);
}

/**
 * Date grid of five weeks, starting at the first week with an available time. Pages by month were
 * rejected: near its end, a month would show mostly past days. The grid is one tab stop with arrow
 * keys inside.
 */
function DayGrid({ counts, selected, onSelect }: DayGridProps) {
  const days = [...counts.keys()];
  const first = getMonday(days[0] ?? selected);
  const last = days.at(-1) ?? selected;
  const [monday, setMonday] = useState(getFirstDayShown(selected, first));
  const [focused, setFocused] = useState<string | null>(null);
  const monthId = useId();
  const table = useRef<HTMLTableElement>(null);
  const weeks = listWeeks(monday);
  const end = addDays(monday, visibleDays - 1);

  // Another time zone can change both the chosen day and the first one.
  useEffect(() => setMonday(getFirstDayShown(selected, first)), [selected, first]);

  useEffect(() => {
    if (focused) table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const target = day && findDayForKey(event.key, day, days);
    if (!target) return;
    event.preventDefault();
    setMonday(getFirstDayShown(target, first));
    setFocused(target);
  }

  function selectDay(date: string) {
    setFocused(null);
    onSelect(date);
  }

  const openDays = days.filter((day) => day >= monday && day <= end);
  const tabStop = [focused, selected].find((day) => day && openDays.includes(day)) ?? openDays[0];

  return (
    <div className={styles.calendar} data-step="time">
      <div className={styles.month}>
        <h2 aria-live="polite" id={monthId}>
          {formatDateRange(monday, end)}
        </h2>
        {addDays(first, visibleDays) <= last && (
          <WeekButtons
            isFirst={monday <= first}
            isLast={end >= last}
            onMove={(days) => setMonday(addDays(monday, days))}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid */}
      <table role="grid" aria-labelledby={monthId} ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell
                  key={date}
                  date={date}
                  count={counts.get(date) ?? 0}
                  isSelected={date === selected}
                  isTabStop={date === tabStop}
                  onSelect={selectDay}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface WeekButtonsProps {
  isFirst: boolean;
  isLast: boolean;
  onMove: (days: number) => void;
}

/** Buttons that are not `disabled` at the ends: a disabled button loses the keyboard focus. */
function WeekButtons({ isFirst, isLast, onMove }: WeekButtonsProps) {
  return (
    <>
      <IconButton
        label="Earlier weeks"
        aria-disabled={isFirst}
        onClick={isFirst ? undefined : () => onMove(-visibleDays)}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton
        label="Later weeks"
        aria-disabled={isLast}
        onClick={isLast ? undefined : () => onMove(visibleDays)}
      >
        <ChevronRight />
      </IconButton>
    </>
  );
}

interface DayCellProps {
  date: string;
  /** Number of available times. */
  count: number;
  isSelected: boolean;
  isTabStop: boolean;
  onSelect: (date: string) => void;
}

function DayCell({ date, count, isSelected, isTabStop, onSelect }: DayCellProps) {
  const className = date.endsWith('-01') ? styles.firstOfMonth : undefined;
  if (count === 0) {
    return (
      <td className={styles.closed}>
        <span className={className}>{formatDayNumber(date)}</span>
      </td>
    );
  }
  return (
    <td>
      <button
        type="button"
        data-day={date}
        className={className}
        tabIndex={isTabStop ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={`${formatDayLabel(date)}, ${count} ${count === 1 ? 'time' : 'times'}`}
        onClick={() => onSelect(date)}
      >
        {formatDayNumber(date)}
      </button>
    </td>
  );
}

interface TimePickerProps {
  /** ISO 8601, ascending; at least one entry. */
  slots: readonly string[];
  timeZone: string;
  /** The previously chosen time. */
  chosen?: string | undefined;
  onChoose: (start: string) => void;
}

/** Picks a day, then a time. */
export function TimePicker({ slots, timeZone, chosen, onChoose }: TimePickerProps) {
  const days = useMemo(() => groupByDay(slots, timeZone), [slots, timeZone]);
  const counts = useMemo(
    () => new Map([...days].map(([date, list]) => [date, list.length])),
    [days],
  );
  const [wantedDay, setWantedDay] = useState(
    () => chosen && formatIsoDate(new Date(chosen), timeZone),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const [firstDay = ''] = days.keys();
  const selected = wantedDay && days.has(wantedDay) ? wantedDay : firstDay;
  const list = days.get(selected) ?? [];
  const [first] = list;

  function selectDay(date: string) {
    setWantedDay(date);
    // On a phone the times are below the calendar, possibly out of view.
    requestAnimationFrame(() => heading.current?.scrollIntoView({ block: 'nearest' }));
  }

  return (
    <>
      <DayGrid counts={counts} selected={selected} onSelect={selectDay} />
      <div className={styles.times}>
        <h2 ref={heading} tabIndex={-1} aria-live="polite">
          <span className={layoutStyles.visuallyHidden}>Times on </span>
          <span>{formatDayName(selected)}</span>
        </h2>
        {first && <p className={textStyles.meta}>{`In your time, ${getZoneName(timeZone)}`}</p>}
        <ul>
          {list.map((slot) => (
            <li key={slot}>
              <button
                type="button"
                className={`${timeButtonStyles.button} ${textStyles.tabularNumbers}`}
                aria-pressed={slot === chosen}
                onClick={() => onChoose(slot)}
              >
                {formatTime(new Date(slot), timeZone)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
