import { useState } from 'react';
import { serverMessage } from '../../../lib/http';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { useToast } from '../../../ui/toast';
import { isSessionEnd } from '../../auth/admin-session';
import { CameFrom } from '../../leads/admin/CameFrom';
import { bookingOutcome, callMoment, callPerson } from './booking-words';
import { type Booking, useChangeCall } from './call-queries';

interface Props {
  calls: readonly Booking[];
}

/** Coming calls, the next first, each with who comes and the way to call it off. */
export function CallList({ calls }: Props) {
  const [asked, setAsked] = useState<Booking | null>(null);
  const change = useChangeCall();
  const toast = useToast();
  const cancellationEffect = useSite().isMailOff
    ? 'Email is turned off, so please tell them yourself. The time is free again.'
    : 'They get an email that says so, and the time is free again.';

  function cancel() {
    if (!asked) return;
    change.mutate(
      { id: asked.id, status: 'canceled' },
      {
        onSuccess: () => toast({ title: 'Call canceled', description: callPerson(asked) }),
        onError: (error) => {
          if (isSessionEnd(error)) return;
          const description = serverMessage(error, 'Something went wrong. Please try again.');
          toast({ title: 'Error', description, tone: 'bad' });
        },
        onSettled: () => setAsked(null),
      },
    );
  }

  return (
    <>
      <ul className="calls" aria-label="Coming calls">
        {calls.map((call) => (
          <li key={call.id}>
            <b className="num">{callMoment(call)}</b>
            <span>
              {callPerson(call)}
              <span className="meta">
                {[call.company && call.name, call.email].filter(Boolean).join(', ')}
              </span>
              {call.source !== 'site' && <span className="meta">{bookingOutcome(call)}</span>}
              {!call.personConfirmed && (
                <span className="meta">
                  Booked with a lead’s email, but not from their own link. Open the lead to confirm
                  it’s them.
                </span>
              )}
              {call.attribution && (
                <span className="meta">
                  Came from <CameFrom attribution={call.attribution} />
                </span>
              )}
            </span>
            {call.source === 'site' && (
              <Button
                variant="quiet"
                size="s"
                aria-label={`Cancel the call with ${callPerson(call)}`}
                onClick={() => setAsked(call)}
              >
                Cancel call
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Cancel this call?"
        description={
          asked ? `${callPerson(asked)}, ${callMoment(asked)}. ${cancellationEffect}` : ''
        }
        size="small"
        role="alertdialog"
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsked(null)} disabled={change.isPending}>
              Keep it
            </Button>
            <Button variant="danger" onClick={cancel} busy={change.isPending}>
              {change.isPending ? 'Canceling...' : 'Cancel the call'}
            </Button>
          </>
        }
      />
    </>
  );
}
