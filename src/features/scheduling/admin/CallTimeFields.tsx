import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { formatLocalTime, getZoneName } from '../format-call-time';

interface Props {
  /** "2026-03-18T09:30", in the owner's time zone, as the input gives it. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** The visitor's name and time zone. */
  name: string;
  timeZone: string | null;
}

/** Converts the input's local time to UTC. Returns undefined while it is incomplete. */
export function toStart(value: string): string | undefined {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Formats a time for the input, in the time zone of the browser. */
export function toInputValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Input of a call's time, which also says what time it is for the visitor. */
export function CallTimeFields({ value, onChange, error, name, timeZone }: Props) {
  const start = toStart(value);
  const theirTime =
    start && timeZone
      ? `For ${name}: ${formatLocalTime(new Date(start), timeZone)}, ${getZoneName(timeZone)}`
      : 'In your time zone. Also outside your hours.';
  return (
    <Field label="Time" error={error} hint={theirTime}>
      {(control) => (
        <input
          {...control}
          className={formStyles.input}
          type="datetime-local"
          step={300}
          min={toInputValue(new Date())}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
