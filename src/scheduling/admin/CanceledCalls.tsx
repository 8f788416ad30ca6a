import { Button } from '../../ui/Button';
import { formatBookingTime, getCallPersonName } from './booking-labels';
import * as styles from './CanceledCalls.module.css';
import { type Booking, useChangeCall } from './queries';

/**
 * The owner's choice after a canceled call: the lead keeps its status, or returns to `contacted`.
 */
export function LeadMoveButtons({ call }: { call: Booking }) {
  const change = useChangeCall();
  const name = getCallPersonName(call);

  function decide(lead: 'keep' | 'contacted') {
    if (!change.isPending) change.mutate({ call, lead });
  }

  return (
    <>
      <Button
        variant="quiet"
        size="s"
        aria-label={`Leave it: ${name} stays in discovery call`}
        busy={change.isPending && change.variables.lead === 'keep'}
        onClick={() => decide('keep')}
      >
        Leave it
      </Button>
      <Button
        variant="secondary"
        size="s"
        aria-label={`Move back: ${name} to contacted`}
        busy={change.isPending && change.variables.lead === 'contacted'}
        onClick={() => decide('contacted')}
      >
        Move back
      </Button>
    </>
  );
}

/**
 * Entries of a list that ask for the status of leads whose call was canceled. No lead moves
 * automatically.
 */
export function CanceledCalls({ calls }: { calls: readonly Booking[] }) {
  return calls.map((call) => {
    const lead = getCallPersonName(call);
    return (
      <li key={call.id} className={styles.canceled}>
        <p>
          {`${call.name ?? lead}’s call was canceled`}
          <small>{`It was ${formatBookingTime(call)}. Move ${lead} back to contacted?`}</small>
        </p>
        <LeadMoveButtons call={call} />
      </li>
    );
  });
}
