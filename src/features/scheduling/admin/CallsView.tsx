import { useSite } from '../../../lib/site';
import { DAY, HOUR } from '../../../lib/time';
import { LoadFailure } from '../../../ui/LoadFailure';
import { useNow } from '../../leads/admin/use-now';
import * as styles from './CallsView.module.css';
import { HoursForm } from './HoursForm';
import { listPastCalls } from './list-past-calls';
import { PastCalls } from './PastCalls';
import { type Booking, useCallHours, useCallsOfPeriod } from './queries';
import { UpcomingCalls } from './UpcomingCalls';
import { useCallWeek } from './use-call-week';
import { WeekSheet } from './WeekSheet';

/** The owner is asked for so long what came of a call, in days. */
const askDays = 7;

interface Props {
  /** Canceled calls after which the owner says whether the lead goes back. */
  canceledCalls: readonly Booking[];
}

/** View of the calls and the availability. */
export default function CallsView({ canceledCalls }: Props) {
  const { schedulingUrl } = useSite();
  const hours = useCallHours();
  const now = useNow();
  const week = useCallWeek(now);
  // To the hour, so that the query stays the same for a while.
  const nextHour = Math.ceil(now.getTime() / HOUR) * HOUR;
  const { data: recent = [] } = useCallsOfPeriod(
    new Date(nextHour - askDays * DAY),
    new Date(nextHour),
  );
  const past = listPastCalls(
    { ofWeek: week.calls, days: week.days, recent, undecided: canceledCalls },
    now,
  );
  return (
    <div className={styles.view}>
      <div>
        <WeekSheet week={week} now={now} />
        <UpcomingCalls />
        <PastCalls calls={past} undecided={canceledCalls} />
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
