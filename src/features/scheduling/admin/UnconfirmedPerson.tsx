import { PersonButtons } from './PersonButtons';
import type { Booking } from './queries';
import * as styles from './UnconfirmedPerson.module.css';

/** Asks whether the lead booked a call that only has the lead's email. */
export function UnconfirmedPerson({ call }: { call: Booking }) {
  return (
    <div className={styles.unconfirmed}>
      <p>
        Booked with the lead’s email, but not from their own link. Confirming moves the lead to
        Discovery Call.
      </p>
      {call.leadId && <PersonButtons id={call.id} />}
    </div>
  );
}
