import { useMemo, useState } from 'react';
import { formatTime, getDateFormat } from '../../../lib/format-date';
import { getOwnerTimeZone } from '../../../lib/wall-time';
import { ChevronLeft, ChevronRight } from '../../../ui/admin-icons';
import { IconButton } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as optionStyles from '../../../ui/option.module.css';
import { formatIsoDate, groupByDay } from '../format-call-time';
import * as styles from './SlotPicker.module.css';

/** Number of days that are shown at once. */
const shownDays = 5;

interface Props {
  /** The free times: ISO 8601, ascending; at least one. */
  slots: readonly string[];
  /** The starts of calls that are booked. */
  taken: readonly string[];
  value: string | undefined;
  onChange: (start: string) => void;
}

/** Returns the owner's day of a time. */
const getDay = (start: string) => formatIsoDate(new Date(start), getOwnerTimeZone());

const formatDayPart = (day: string, part: Intl.DateTimeFormatOptions) =>
  getDateFormat(part, 'UTC').format(new Date(day));

/** Picks a day, then one of its free times. */
export function SlotPicker({ slots, taken, value, onChange }: Props) {
  const days = useMemo(() => [...groupByDay(slots, getOwnerTimeZone())], [slots]);
  const [page, setPage] = useState(0);
  const [chosenDay, setChosenDay] = useState<string | undefined>();
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
            disabled={takenStarts.includes(start)}
            aria-pressed={start === value}
            onClick={() => onChange(start)}
          >
            {formatTime(new Date(start), getOwnerTimeZone())}
          </button>
        ))}
      </div>
    </div>
  );
}
