import { useEffect, useId, useRef, useState } from 'react';
import { getServerMessage } from '../../lib/network/http-client';
import { MINUTE } from '../../lib/time/durations';
import { formatDay, formatTime, getZoneName } from '../../lib/time/format-date';
import { getZoneCity } from '../../lib/time/time-zone';
import { Button } from '../../ui/Button';
import { FormError } from '../../ui/form/Field';
import { CalendarPlus } from '../../ui/icons/admin-icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { callMinutes } from '../call';
import type { VisitorCall } from '../contract';
import * as styles from './call.module.css';
import { cancelCall } from './queries';

/** The change after which the call is shown. */
export type CallNotice = 'booked' | 'moved' | 'canceled' | 'found';

interface Props {
  call: VisitorCall;
  token: string;
  notice: CallNotice;
  timeZone: string;
  onMove: () => void;
  onChange: (call: VisitorCall) => void;
  onAnother: () => void;
}

/** Downloads a text as a file. */
function downloadFile(content: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type: 'text/calendar' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const isPast = (time: string): boolean => Date.parse(time) <= Date.now();

function getHeading(call: VisitorCall, notice: CallNotice): string {
  if (call.status === 'canceled') return 'Your call is canceled';
  if (call.heldUntil !== null) return 'Confirm your call';
  if (notice === 'booked') return 'Your call is booked';
  if (notice === 'moved') return 'Your call has a new time';
  if (isPast(call.end)) return 'This call is over';
  return isPast(call.start) ? 'Your call has started' : 'Your discovery call';
}

function getNextStepText(
  { mailed, email, status, heldUntil }: VisitorCall,
  notice: CallNotice,
  timeZone: string,
): string {
  if (status === 'canceled') {
    return 'You don’t need to do anything else. We are glad to talk another day.';
  }
  if (heldUntil !== null) {
    return `The call is not booked yet. We sent a link to ${email}. Open it by ${formatTime(new Date(heldUntil), timeZone)} to book the call; after that, the time becomes available to others.`;
  }
  if (notice === 'found') return 'Need another time? Reschedule the call here, or cancel it.';
  return mailed
    ? `A confirmation with a calendar invitation is on its way to ${email}. It has the link to reschedule or cancel the call.`
    : 'Add it to your calendar: the entry has the link to reschedule or cancel the call.';
}

/** A visitor's call, with buttons to reschedule and cancel it. */
export function CallCard({ call, token, notice, timeZone, onMove, onChange, onAnother }: Props) {
  const [isConfirming, setIsConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const isCanceled = call.status === 'canceled';
  const hasStarted = isPast(call.start);

  // The button that was pressed goes, and would take the focus with it.
  useEffect(
    () => (isConfirming ? keepButton : heading).current?.focus(),
    [notice, call.status, isConfirming],
  );

  async function cancel() {
    setBusy(true);
    setFailure(null);
    try {
      onChange(await cancelCall(token));
      setIsConfirming(false);
    } catch (error) {
      setFailure(getServerMessage(error, 'The server could not be reached. Please try again.'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.card} data-step="call" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} ref={heading}>
        {getHeading(call, notice)}
      </h2>
      <CallTime start={call.start} timeZone={timeZone} isCanceled={isCanceled} />
      {!isCanceled && <p>{call.place}</p>}
      {(isCanceled || !hasStarted) && <p>{getNextStepText(call, notice, timeZone)}</p>}
      <FormError message={failure} />
      {isConfirming ? (
        <fieldset className={`${layoutStyles.actions} ${styles.question}`}>
          <legend>Cancel this call?</legend>
          <Button
            ref={keepButton}
            variant="secondary"
            onClick={() => setIsConfirming(false)}
            disabled={busy}
          >
            Keep call
          </Button>
          <Button variant="danger" busy={busy} onClick={cancel}>
            {busy ? 'Canceling...' : 'Cancel the call'}
          </Button>
        </fieldset>
      ) : (
        <div className={`${layoutStyles.actions} ${styles.actions}`}>
          {(isCanceled || isPast(call.end)) && (
            <Button onClick={onAnother}>Book another time</Button>
          )}
          {!isCanceled && !hasStarted && (
            <>
              {call.heldUntil === null && (
                <>
                  <Button onClick={() => downloadFile(call.calendarFile, 'discovery-call.ics')}>
                    <CalendarPlus />
                    Add to calendar
                  </Button>
                  <Button variant="secondary" onClick={onMove}>
                    Reschedule
                  </Button>
                </>
              )}
              <Button variant="quiet" onClick={() => setIsConfirming(true)}>
                Cancel call
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

interface CallTimeProps {
  start: string;
  timeZone: string;
  isCanceled?: boolean;
}

/** Day and time of a call. */
export function CallTime({ start, timeZone, isCanceled = false }: CallTimeProps) {
  const at = new Date(start);
  const end = new Date(at.getTime() + callMinutes * MINUTE);
  return (
    <p className={isCanceled ? `${styles.time} ${styles.canceled}` : styles.time}>
      <strong>{formatDay(at, timeZone)}</strong>
      <span className={textStyles.tabularNumbers}>
        <strong>{`${formatTime(at, timeZone)} – ${formatTime(end, timeZone)}`}</strong>{' '}
        <small>{`${getZoneCity(timeZone)}, ${getZoneName(timeZone)}`}</small>
      </span>
    </p>
  );
}
