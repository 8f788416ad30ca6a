import { useMemo, useRef, useState } from 'react';
import { formatTime } from '../../../lib/format-date';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as textStyles from '../../../ui/text.module.css';
import { formatIsoDate, getZoneName, groupByDay } from '../format-call-time';
import { formatDayName } from './calendar-days';
import { DayGrid } from './DayGrid';
import * as styles from './TimePicker.module.css';
import * as timeButtonStyles from './time-button.module.css';

interface Props {
  /** ISO 8601, ascending; at least one entry. */
  slots: readonly string[];
  timeZone: string;
  /** The previously chosen time. */
  chosen?: string | undefined;
  onChoose: (start: string) => void;
}

/** Picks a day, then a time. */
export function TimePicker({ slots, timeZone, chosen, onChoose }: Props) {
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
        <h2 ref={heading} aria-live="polite">
          <span className={layoutStyles.visuallyHidden}>Times on </span>
          {formatDayName(selected)}
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
