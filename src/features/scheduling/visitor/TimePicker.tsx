import { useMemo, useRef, useState } from 'react';
import { localDate, localTime, zoneAbbreviation } from '../call-moments';
import { DayGrid } from './DayGrid';
import { dayName } from './month';
import './TimePicker.css';
import './time-button.css';

interface Props {
  /** ISO 8601, ascending; at least one. */
  slots: readonly string[];
  timeZone: string;
  /** The time that was chosen before. */
  chosen?: string | undefined;
  onChoose: (start: string) => void;
}

/** The slots of each day on which they fall somewhere, in order. */
function byDay(slots: readonly string[], timeZone: string): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const slot of slots) {
    const date = localDate(new Date(slot), timeZone);
    const list = days.get(date);
    if (list) list.push(slot);
    else days.set(date, [slot]);
  }
  return days;
}

/** First the day, then the time of day. */
export function TimePicker({ slots, timeZone, chosen, onChoose }: Props) {
  const days = useMemo(() => byDay(slots, timeZone), [slots, timeZone]);
  const counts = useMemo(
    () => new Map([...days].map(([date, list]) => [date, list.length])),
    [days],
  );
  const [wanted, setWanted] = useState(() => chosen && localDate(new Date(chosen), timeZone));
  const heading = useRef<HTMLHeadingElement>(null);
  const [firstDay = ''] = days.keys();
  const selected = wanted && days.has(wanted) ? wanted : firstDay;
  const list = days.get(selected) ?? [];
  const [first] = list;

  function select(date: string) {
    setWanted(date);
    // On a phone the times stand below the month.
    requestAnimationFrame(() => heading.current?.scrollIntoView({ block: 'nearest' }));
  }

  return (
    <>
      <DayGrid counts={counts} selected={selected} onSelect={select} />
      <div className="sch-t">
        <h2 ref={heading} aria-live="polite">
          <span className="vh">Times on </span>
          {dayName(selected)}
        </h2>
        {first && (
          <p className="meta">{`In your time, ${zoneAbbreviation(new Date(first), timeZone)}`}</p>
        )}
        <ul>
          {list.map((slot) => (
            <li key={slot}>
              <button
                type="button"
                className="sch-b num"
                aria-pressed={slot === chosen}
                onClick={() => onChoose(slot)}
              >
                {localTime(new Date(slot), timeZone)}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
