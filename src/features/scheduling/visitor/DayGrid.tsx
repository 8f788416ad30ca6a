import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/Button';
import { ChevronLeft, ChevronRight } from '../../../ui/icons';
import { addMonths, dayAfterKey, dayName, monthName, monthOf, weeksOf } from './month';

const heads = [
  ['Monday', 'Mon'],
  ['Tuesday', 'Tue'],
  ['Wednesday', 'Wed'],
  ['Thursday', 'Thu'],
  ['Friday', 'Fri'],
  ['Saturday', 'Sat'],
  ['Sunday', 'Sun'],
] as const;

interface Props {
  /** How many times each day has that can be chosen, by `YYYY-MM-DD`, ascending. */
  counts: ReadonlyMap<string, number>;
  selected: string;
  onSelect: (date: string) => void;
}

const times = (count: number) => `${count} ${count === 1 ? 'time' : 'times'}`;

/** A month whose open days can be chosen: one stop for Tab, and the arrow keys inside. */
export function DayGrid({ counts, selected, onSelect }: Props) {
  const days = [...counts.keys()];
  const [month, setMonth] = useState(monthOf(selected));
  const [focused, setFocused] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const first = monthOf(days[0] ?? selected);
  const last = monthOf(days.at(-1) ?? selected);

  // Another zone may put the chosen day into another month.
  useEffect(() => setMonth(monthOf(selected)), [selected]);

  useEffect(() => {
    if (focused) table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  function onKeyDown(event: KeyboardEvent) {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const target = day && dayAfterKey(event.key, day, days);
    if (!target) return;
    event.preventDefault();
    setMonth(monthOf(target));
    setFocused(target);
  }

  const inMonth = days.filter((day) => monthOf(day) === month);
  const stop = inMonth.includes(focused ?? '')
    ? focused
    : inMonth.includes(selected)
      ? selected
      : inMonth[0];

  return (
    <div className="sch-cal">
      <div className="sch-m">
        <h2 aria-live="polite" id="schedule-month">
          {monthName(month)}
        </h2>
        <IconButton
          label="Previous month"
          disabled={month <= first}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          label="Next month"
          disabled={month >= last}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <ChevronRight />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a date grid */}
      <table role="grid" aria-labelledby="schedule-month" ref={table} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {heads.map(([name, short]) => (
              <th key={name} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((date, index) => {
                const count = date === null ? 0 : (counts.get(date) ?? 0);
                const number = date === null ? '' : Number(date.slice(8));
                if (date === null || count === 0) {
                  return (
                    <td
                      key={index}
                      className={date === null ? 'none' : 'off'}
                    >
                      {number}
                    </td>
                  );
                }
                return (
                  <td key={date}>
                    <button
                      type="button"
                      data-day={date}
                      tabIndex={date === stop ? 0 : -1}
                      aria-pressed={date === selected}
                      aria-label={`${dayName(date)}, ${times(count)}`}
                      onClick={() => {
                        setFocused(null);
                        onSelect(date);
                      }}
                    >
                      {number}
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
