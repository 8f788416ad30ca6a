import { Button } from '../../../ui/Button';
import { formatBookingTime, getCallPersonName } from './booking-labels';
import * as styles from './CanceledCalls.module.css';
import { type Booking, useChangeCall } from './queries';

/**
 * Entries of a list that ask for the status of leads whose call was canceled. No lead moves
 * automatically.
 */
export function CanceledCalls({ calls }: { calls: readonly Booking[] }) {
  return calls.map((call) => <CanceledCall key={call.id} call={call} />);
}

function CanceledCall({ call }: { call: Booking }) {
  const change = useChangeCall();
  const { id, name } = call;
  const lead = getCallPersonName(call);
  return (
    <li className={styles.canceled}>
      <p>
        {`${name ?? lead}’s call was canceled`}
        <small>{`It was ${formatBookingTime(call)}. Move ${lead} back to contacted?`}</small>
      </p>
      <Button
        variant="quiet"
        size="s"
        aria-label={`Leave it: ${lead} stays in discovery call`}
        disabled={change.isPending}
        onClick={() => change.mutate({ id, lead: 'keep' })}
      >
        Leave it
      </Button>
      <Button
        variant="secondary"
        size="s"
        aria-label={`Move back: ${lead} to contacted`}
        disabled={change.isPending}
        onClick={() => change.mutate({ id, lead: 'contacted' })}
      >
        Move back
      </Button>
    </li>
  );
}
