import { useSite } from '../../../lib/site';
import { LoadFailure } from '../../../ui/LoadFailure';
import { useNow } from '../../leads/admin/use-now';
import * as styles from './CallsView.module.css';
import { HoursForm } from './HoursForm';
import { useCallHours } from './queries';
import { UpcomingCalls } from './UpcomingCalls';
import { WeekSheet } from './WeekSheet';

/** View of the upcoming calls and the availability. */
export default function CallsView() {
  const { schedulingUrl } = useSite();
  const hours = useCallHours();
  const now = useNow();
  return (
    <div className={styles.view}>
      <div>
        <WeekSheet now={now} />
        <UpcomingCalls />
      </div>
      {schedulingUrl !== null && (
        <p className={styles.provider}>
          Calls are booked at <b>{new URL(schedulingUrl).hostname}</b> (see Settings). The
          availability below applies only when earlier calls are moved. Remove the link to use it
          for all calls.
        </p>
      )}
      {hours.data && <HoursForm hours={hours.data} />}
      {!hours.data && hours.isError && (
        <LoadFailure
          name="Availability"
          Heading="h2"
          error={hours.error}
          busy={hours.isFetching}
          onRetry={hours.refetch}
        />
      )}
      {!hours.data && !hours.isError && <p role="status">Loading availability...</p>}
    </div>
  );
}
