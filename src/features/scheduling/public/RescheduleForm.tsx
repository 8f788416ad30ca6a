import { useEffect, useRef, useState } from 'react';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form.module.css';
import type { VisitorCall } from '../contract';
import { AlternativeSlots } from './AlternativeSlots';
import { CallTime } from './CallTime';
import * as styles from './call.module.css';
import { parseAlternatives, rescheduleCall } from './queries';

interface Props {
  call: VisitorCall;
  token: string;
  start: string;
  timeZone: string;
  onTimeChange: (start: string) => void;
  onBack: () => void;
  /** Called when the chosen time has been taken. */
  onTaken: () => void;
  onRescheduled: (call: VisitorCall) => void;
}

/** Confirms a reschedule, showing the old and the new time. */
export function RescheduleForm(props: Props) {
  const { call, token, start, timeZone, onTimeChange, onBack, onTaken, onRescheduled } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [takenTime, setTakenTime] = useState<{ message: string; slots: string[] } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  async function reschedule() {
    setBusy(true);
    setFailure(null);
    setTakenTime(null);
    try {
      onRescheduled(await rescheduleCall(token, start));
    } catch (error) {
      const message = getServerMessage(error, 'The server could not be reached. Please try again.');
      const slots = parseAlternatives(error);
      if (slots) {
        setTakenTime({ message, slots });
        onTaken();
      } else setFailure(message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.details} data-step="details" aria-labelledby="move-heading">
      <h2 id="move-heading" tabIndex={-1} ref={heading}>
        Move your call?
      </h2>
      <p className={styles.timeLabel}>From</p>
      <CallTime start={call.start} timeZone={timeZone} isCanceled />
      <p className={styles.timeLabel}>To</p>
      <CallTime start={start} timeZone={timeZone} />
      {takenTime && (
        <AlternativeSlots
          {...takenTime}
          timeZone={timeZone}
          onChoose={(slot) => {
            setTakenTime(null);
            onTimeChange(slot);
          }}
        />
      )}
      {failure && (
        <p className={formStyles.error} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        <Button busy={busy} onClick={reschedule}>
          {busy ? 'Moving...' : 'Move the call'}
        </Button>
      </div>
    </section>
  );
}
