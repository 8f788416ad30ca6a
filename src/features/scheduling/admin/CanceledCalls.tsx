import { Button } from '../../../ui/Button';
import { formatBookingTime, getCallPersonName } from './booking-labels';
import * as styles from './calls.module.css';
import { useCanceledCalls, useChangeCall } from './queries';

/** Asks about leads whose call was canceled. Nothing moves by itself. Empty without any. */
export function CanceledCalls() {
  const { data: calls = [] } = useCanceledCalls();
  const change = useChangeCall();
  if (calls.length === 0) return null;
  return (
    <ul className={styles.canceled} aria-label="Canceled calls">
      {calls.map((call) => {
        const name = getCallPersonName(call);
        return (
          <li key={call.id}>
            <p>
              <b>{`${name} no longer has a call.`}</b>{' '}
              {`It was ${formatBookingTime(call)}. Move the lead back to contacted?`}
            </p>
            <Button
              variant="quiet"
              size="s"
              aria-label={`Leave ${name} in discovery call`}
              onClick={() => change.mutate({ id: call.id, lead: 'keep' })}
            >
              Leave it
            </Button>
            <Button
              variant="secondary"
              size="s"
              aria-label={`Move ${name} back to contacted`}
              onClick={() => change.mutate({ id: call.id, lead: 'contacted' })}
            >
              Move back
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
