import { useState } from 'react';
import { Field, FieldError } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import * as linkStyles from '../../../ui/link-button.module.css';
import { formatLocalTime, getZoneName } from '../format-call-time';
import { formatBookingTime } from './booking-labels';
import * as styles from './call-dialogs.module.css';
import { useFreeSlots } from './queries';
import { SlotPicker } from './SlotPicker';

interface Props {
  /** The chosen time: ISO 8601, UTC. */
  start: string | undefined;
  onChange: (start: string | undefined) => void;
  error?: string | undefined;
  /** The visitor's first name and time zone. */
  name: string;
  timeZone: string | null;
}

/** Converts the input's local time to UTC. Returns undefined while it is incomplete. */
function toStart(value: string): string | undefined {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Formats a time for the input, in the time zone of the browser. */
function toInputValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** A call's time: one of the free times, or any other; and what time it is for the visitor. */
export function CallTimeFields({ start, onChange, error, name, timeZone }: Props) {
  const { data: slots = [], isPending } = useFreeSlots();
  const [isOther, setIsOther] = useState(false);
  const [typed, setTyped] = useState('');
  if (isPending) return <p role="status">Loading free times...</p>;
  return (
    <div className={styles.time}>
      {isOther || slots.length === 0 ? (
        <Field label="Time" error={error} hint="In your time zone, also outside your hours.">
          {(control) => (
            <input
              {...control}
              className={formStyles.input}
              type="datetime-local"
              step={300}
              min={toInputValue(new Date())}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                onChange(toStart(event.target.value));
              }}
            />
          )}
        </Field>
      ) : (
        <fieldset className={styles.free}>
          <legend>
            Time <em>your free hours</em>
          </legend>
          <SlotPicker slots={slots} value={start} onChange={onChange} />
          {error && <FieldError>{error}</FieldError>}
        </fieldset>
      )}
      {slots.length > 0 && (
        <button
          type="button"
          className={linkStyles.linkButton}
          onClick={() => {
            setIsOther(!isOther);
            setTyped('');
            onChange(undefined);
          }}
        >
          {isOther ? 'One of your free times' : 'Another time, also outside your hours'}
        </button>
      )}
      {start && (
        <p className={styles.bothZones} role="status">
          <b>{formatBookingTime({ start, source: 'site' })}</b>
          {timeZone &&
            `For ${name}: ${formatLocalTime(new Date(start), timeZone)}, ${getZoneName(timeZone)}`}
        </p>
      )}
    </div>
  );
}
