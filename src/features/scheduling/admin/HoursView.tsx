import { useSite } from '../../../lib/site';
import { LoadFailure } from '../../../ui/LoadFailure';
import { HoursForm } from './HoursForm';
import * as styles from './HoursView.module.css';
import { useCallHours } from './queries';

/** View of the availability. */
export default function HoursView() {
  const { schedulingUrl } = useSite();
  const hours = useCallHours();
  return (
    <div className={styles.view}>
      {schedulingUrl !== null && (
        <p className={styles.provider}>
          Calls are booked at <b>{new URL(schedulingUrl).hostname}</b> (see Settings). The
          availability below applies only when earlier calls are moved. Remove the link to use it
          for all calls.
        </p>
      )}
      {hours.data && <HoursForm hours={hours.data} />}
      {!hours.data && hours.isError && (
        <LoadFailure name="Availability" Heading="h2" query={hours} />
      )}
      {!hours.data && !hours.isError && <p role="status">Loading availability...</p>}
    </div>
  );
}
