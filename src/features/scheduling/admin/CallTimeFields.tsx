import { useState } from 'react';
import { getOwnerTimeZone, parseDateTimeInput, toDateTimeInput } from '../../../lib/wall-time';
import { FieldError } from '../../../ui/Field';
import { InputField } from '../../../ui/fields';
import * as linkStyles from '../../../ui/link-button.module.css';
import { getZoneName } from '../format-call-time';
import * as styles from './CallTimeFields.module.css';
import { useCallForms } from './call-forms';
import { useFreeSlots, useUpcomingCalls } from './queries';
import { SlotPicker } from './SlotPicker';

interface Props {
  /** The chosen time: ISO 8601, UTC. */
  start: string | undefined;
  onChange: (start: string | undefined) => void;
  error?: string | undefined;
}

/** A call's time: one of the free times, or any other. The week beside the form shows it. */
export function CallTimeFields({ start, onChange, error }: Props) {
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
          hint={`${getZoneName(getOwnerTimeZone())}, also outside your hours.`}
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
          <SlotPicker slots={slots} taken={taken} value={start} onChange={choose} />
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
            choose(undefined);
          }}
        >
          {isOther ? 'One of your free times' : 'Another time, also outside your hours'}
        </button>
      )}
    </div>
  );
}
