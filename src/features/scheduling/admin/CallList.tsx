import { useState } from 'react';
import { Button } from '../../../ui/Button';
import * as textStyles from '../../../ui/text.module.css';
import { formatBookingStatus, formatBookingTime, getCallPersonName } from './booking-labels';
import { CallDetail, CallSource } from './CallDetail';
import { CancelCallDialog } from './CancelCallDialog';
import * as styles from './calls.module.css';
import type { Booking } from './queries';

/** Upcoming calls, soonest first, each with a button to cancel it. */
export function CallList({ calls }: { calls: readonly Booking[] }) {
  const [callToCancel, setCallToCancel] = useState<Booking | null>(null);
  return (
    <>
      <ul className={styles.calls} aria-label="Upcoming calls">
        {calls.map((call) => (
          <li key={call.id}>
            <b className={textStyles.tabularNumbers}>{formatBookingTime(call)}</b>
            <span>
              {getCallPersonName(call)}
              <CallDetail>
                {[call.company && call.name, call.email].filter(Boolean).join(', ')}
              </CallDetail>
              {call.source !== 'site' && <CallDetail>{formatBookingStatus(call)}</CallDetail>}
              {!call.personConfirmed && (
                <CallDetail>
                  Booked with a lead’s email, but not from their own link. Open the lead to confirm
                  it’s them.
                </CallDetail>
              )}
              <CallSource attribution={call.attribution} />
            </span>
            {call.source === 'site' && (
              <Button
                variant="quiet"
                size="s"
                aria-label={`Cancel the call with ${getCallPersonName(call)}`}
                onClick={() => setCallToCancel(call)}
              >
                Cancel call
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CancelCallDialog call={callToCancel} onClose={() => setCallToCancel(null)} />
    </>
  );
}
