import { formatBookingTime, getCallPersonName } from './booking-labels';
import * as styles from './CanceledCalls.module.css';
import { LeadMoveButtons } from './LeadMoveButtons';
import type { Booking } from './queries';

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
