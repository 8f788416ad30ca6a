import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { DAY } from '../../../lib/time';
import { ChevronLeft, ChevronRight } from '../../../ui/admin-icons';
import { IconButton } from '../../../ui/Button';
import {
  addDays,
  findDayForKey,
  formatDateRange,
  formatDayName,
  formatDayNumber,
  getMonday,
  listWeeks,
  visibleWeeks,
} from './calendar-days';
import * as styles from './TimePicker.module.css';

const columnHeaders = [
  ['Monday', 'Mon'],
  ['Tuesday', 'Tue'],
  ['Wednesday', 'Wed'],
  ['Thursday', 'Thu'],
  ['Friday', 'Fri'],
  ['Saturday', 'Sat'],
  ['Sunday', 'Sun'],
] as const;

interface Props {
  /** Number of available times by day (`YYYY-MM-DD`), ascending; at least one entry. */
  counts: ReadonlyMap<string, number>;
  selected: string;
  onSelect: (date: string) => void;
}

const formatTimeCount = (count: number) => `${count} ${count === 1 ? 'time' : 'times'}`;

/**
 * Returns the first day of the five-week page that contains `day`. Pages are counted from `origin`.
 */
function getFirstDayShown(day: string, origin: string): string {
  const days = visibleWeeks * 7;
  const daysApart = (Date.parse(day) - Date.parse(origin)) / DAY;
  return addDays(origin, Math.floor(daysApart / days) * days);
}

/**
 * Date grid of five weeks, starting at the first week with an available time. Pages by month were
 * rejected: near its end, a month would show mostly past days. The grid is one tab stop with arrow
 * keys inside.
 */
export function DayGrid({ counts, selected, onSelect }: Props) {
  const days = [...counts.keys()];
  const first = getMonday(days[0] ?? selected);
  const last = days.at(-1) ?? selected;
  const [monday, setMonday] = useState(getFirstDayShown(selected, first));
  const [focused, setFocused] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const weeks = listWeeks(monday);
  const end = addDays(monday, visibleWeeks * 7 - 1);

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

  const visibleDays = days.filter((day) => day >= monday && day <= end);
  const tabStop =
    [focused, selected].find((day) => day && visibleDays.includes(day)) ?? visibleDays[0];

  return (
    <div className={styles.calendar} data-step="time">
      <div className={styles.month}>
        <h2 aria-live="polite" id="schedule-month">
          {formatDateRange(monday, end)}
        </h2>
        {addDays(first, visibleWeeks * 7) <= last && (
          <>
            <IconButton
              label="Earlier weeks"
              disabled={monday <= first}
              onClick={() => setMonday(addDays(monday, -visibleWeeks * 7))}
            >
              <ChevronLeft />
            </IconButton>
            <IconButton
              label="Later weeks"
              disabled={end >= last}
              onClick={() => setMonday(addDays(monday, visibleWeeks * 7))}
            >
              <ChevronRight />
            </IconButton>
          </>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid */}
      <table role="grid" aria-labelledby="schedule-month" ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {columnHeaders.map(([name, short]) => (
              <th key={name} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => {
                const count = counts.get(date) ?? 0;
                if (count === 0) {
                  return (
                    <td key={date} className={styles.closed}>
                      <span className={date.endsWith('-01') ? styles.firstOfMonth : undefined}>
                        {formatDayNumber(date)}
                      </span>
                    </td>
                  );
                }
                return (
                  <td key={date}>
                    <button
                      type="button"
                      data-day={date}
                      className={date.endsWith('-01') ? styles.firstOfMonth : undefined}
                      tabIndex={date === tabStop ? 0 : -1}
                      aria-pressed={date === selected}
                      aria-label={`${formatDayName(date)}, ${formatTimeCount(count)}`}
                      onClick={() => {
                        setFocused(null);
                        onSelect(date);
                      }}
                    >
                      {formatDayNumber(date)}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
