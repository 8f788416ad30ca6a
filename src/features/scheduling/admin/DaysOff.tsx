import { useId, useState } from 'react';
import { getDateFormat } from '../../../lib/format-date';
import { Button, IconButton } from '../../../ui/Button';
import * as formStyles from '../../../ui/form.module.css';
import { X } from '../../../ui/icons';
import * as textStyles from '../../../ui/text.module.css';
import * as styles from './hours-form.module.css';

interface Props {
  days: readonly string[];
  onChange: (days: string[]) => void;
}

const dayFormat = getDateFormat({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

const formatDay = (date: string) => dayFormat.format(new Date(`${date}T00:00:00Z`));

/** Dates without calls, regardless of the weekly hours. */
export function DaysOff({ days, onChange }: Props) {
  const id = useId();
  const [date, setDate] = useState('');
  const today = new Date().toISOString().slice(0, 10);

  function add() {
    if (date === '' || days.includes(date)) return;
    // Drop past dates, so that the list does not grow forever.
    onChange([...days.filter((day) => day >= today), date].sort());
    setDate('');
  }

  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>Days off</label>
      <div className={styles.addDay}>
        <input
          id={id}
          className={`${formStyles.input} ${textStyles.tabularNumbers}`}
          type="date"
          min={today}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <Button variant="secondary" onClick={add} disabled={date === ''}>
          Add day off
        </Button>
      </div>
      {days.length > 0 && (
        <ul className={styles.daysOff} aria-label="Days off">
          {days.map((day) => (
            <li key={day} className={textStyles.tabularNumbers}>
              {formatDay(day)}
              <IconButton
                label={`Remove ${formatDay(day)}`}
                onClick={() => onChange(days.filter((one) => one !== day))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
