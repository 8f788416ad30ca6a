import { useState } from 'react';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { getServerMessage } from '../../../lib/http-client';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import * as textStyles from '../../../ui/text.module.css';
import { useToast } from '../../../ui/toast';
import { LeadSource } from '../../analytics/admin/LeadSource';
import { formatBookingStatus, formatBookingTime, getCallPersonName } from './booking-labels';
import * as styles from './calls.module.css';
import { type Booking, useChangeCall } from './queries';

interface Props {
  calls: readonly Booking[];
}

/** Upcoming calls, soonest first, each with a button to cancel it. */
export function CallList({ calls }: Props) {
  const [callToCancel, setCallToCancel] = useState<Booking | null>(null);
  const changeCall = useChangeCall();
  const toast = useToast();
  const cancellationEffect = useSite().isMailOff
    ? 'Email is turned off, so please let them know yourself. The time becomes available again.'
    : 'They get a cancellation email, and the time becomes available again.';

  function cancel() {
    if (!callToCancel) return;
    changeCall.mutate(
      { id: callToCancel.id, status: 'canceled' },
      {
        onSuccess: () =>
          toast({ title: 'Call canceled', description: getCallPersonName(callToCancel) }),
        onError: (error) => {
          if (isSessionExpired(error)) return;
          const description = getServerMessage(error, 'Something went wrong. Please try again.');
          toast({ title: 'Error', description, tone: 'bad' });
        },
        onSettled: () => setCallToCancel(null),
      },
    );
  }

  return (
    <>
      <ul className={styles.calls} aria-label="Upcoming calls">
        {calls.map((call) => (
          <li key={call.id}>
            <b className={textStyles.tabularNumbers}>{formatBookingTime(call)}</b>
            <span>
              {getCallPersonName(call)}
              <span className={`${textStyles.meta} ${styles.detail}`}>
                {[call.company && call.name, call.email].filter(Boolean).join(', ')}
              </span>
              {call.source !== 'site' && (
                <span className={`${textStyles.meta} ${styles.detail}`}>
                  {formatBookingStatus(call)}
                </span>
              )}
              {!call.personConfirmed && (
                <span className={`${textStyles.meta} ${styles.detail}`}>
                  Booked with a lead’s email, but not from their own link. Open the lead to confirm
                  it’s them.
                </span>
              )}
              {call.attribution && (
                <span className={`${textStyles.meta} ${styles.detail}`}>
                  Source: <LeadSource attribution={call.attribution} />
                </span>
              )}
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
      <Dialog
        open={callToCancel !== null}
        onClose={() => setCallToCancel(null)}
        title="Cancel this call?"
        description={
          callToCancel
            ? `${getCallPersonName(callToCancel)}, ${formatBookingTime(callToCancel)}. ${cancellationEffect}`
            : ''
        }
        size="small"
        role="alertdialog"
        footer={
          <>
            <Button
              variant="secondary"
              onClick={() => setCallToCancel(null)}
              disabled={changeCall.isPending}
            >
              Keep call
            </Button>
            <Button variant="danger" onClick={cancel} busy={changeCall.isPending}>
              {changeCall.isPending ? 'Canceling...' : 'Cancel the call'}
            </Button>
          </>
        }
      />
    </>
  );
}
