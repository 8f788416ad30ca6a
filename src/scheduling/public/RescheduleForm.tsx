import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/Button';
import { FormError } from '../../ui/form/Field';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import type { VisitorCall } from '../contract';
import { CallTime } from './CallCard';
import * as styles from './call.module.css';
import { rescheduleCall } from './queries';
import { AlternativeSlots, useTimeRequest } from './time-request';

interface Props {
  call: VisitorCall;
  token: string;
  start: string;
  timeZone: string;
  onTimeChange: (start: string) => void;
  onBack: () => void;
  /** Called when the chosen time has been taken. */
  onTaken: () => void;
  isSending: RefObject<boolean>;
  onRescheduled: (call: VisitorCall) => void;
}

/** Confirms a reschedule, showing the old and the new time. */
export function RescheduleForm(props: Props) {
  const { call, token, start, timeZone, onTimeChange, onBack } = props;
  const { onTaken, isSending, onRescheduled } = props;
  const request = useTimeRequest(start, onTaken, isSending);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  const reschedule = () =>
    request.send(async () => onRescheduled(await rescheduleCall(token, start, timeZone)));

  return (
    <section className={styles.details} data-step="details" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} ref={heading}>
        Move your call?
      </h2>
      <p className={styles.timeLabel}>From</p>
      <CallTime start={call.start} timeZone={timeZone} isCanceled />
      <p className={styles.timeLabel}>To</p>
      <CallTime start={start} timeZone={timeZone} />
      <AlternativeSlots taken={request.taken} timeZone={timeZone} onChoose={onTimeChange} />
      <FormError message={request.failure} />
      <div className={`${layoutStyles.actions} ${styles.actions}`}>
        <Button variant="secondary" onClick={onBack} disabled={request.busy}>
          Back
        </Button>
        <Button busy={request.busy} onClick={reschedule}>
          {request.busy ? 'Moving...' : 'Move the call'}
        </Button>
      </div>
    </section>
  );
}
