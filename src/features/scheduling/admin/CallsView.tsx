import { useState, useSyncExternalStore } from 'react';
import { useSite } from '../../../lib/site';
import { DAY, HOUR } from '../../../lib/time';
import { Plus } from '../../../ui/admin-icons';
import { Button } from '../../../ui/Button';
import { LoadFailure } from '../../../ui/LoadFailure';
import { useNow } from '../../leads/admin/use-now';
import { CallForms } from './CallForms';
import * as styles from './CallsView.module.css';
import { useCallForms } from './call-forms';
import { HoursForm } from './HoursForm';
import { listPastCalls } from './list-past-calls';
import { PastCalls } from './PastCalls';
import { type Booking, useCallHours, useCallsOfPeriod } from './queries';
import { UpcomingCalls } from './UpcomingCalls';
import { type CallWeek, useCallWeek } from './use-call-week';
import { WeekSheet } from './WeekSheet';

/** The owner is asked for so long what came of a call, in days. */
const askDays = 7;

/** From this width, forms are beside the list. As in the styles. */
const panelQuery = '(min-width: 1180px)';

/** Returns whether there is room for a form beside the list. */
const useHasPanel = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(panelQuery);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(panelQuery).matches,
  );

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
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const hasPanel = useHasPanel();
  return (
    <div className={styles.view}>
      <CallForms panel={hasPanel ? aside : null} onTarget={week.show}>
        <div>
          <WeekSheet week={week} now={now} actions={<BookCallButton />} />
          <div className={styles.columns}>
            <div>
              <UpcomingCalls />
              <PastCallsOfWeek week={week} now={now} undecided={canceledCalls} />
            </div>
            <div ref={setAside} className={styles.aside} />
          </div>
        </div>
      </CallForms>
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

function BookCallButton() {
  const { open } = useCallForms();
  return (
    <Button variant="secondary" size="s" onClick={() => open({ kind: 'book' })}>
      <Plus />
      Book a call
    </Button>
  );
}

interface PastProps {
  week: CallWeek;
  now: Date;
  undecided: readonly Booking[];
}

/** The calls of the week that are over or canceled, and earlier ones that wait for the owner. */
function PastCallsOfWeek({ week, now, undecided }: PastProps) {
  // To the hour, so that the query stays the same for a while.
  const nextHour = Math.ceil(now.getTime() / HOUR) * HOUR;
  const { data: recent = [] } = useCallsOfPeriod(
    new Date(nextHour - askDays * DAY),
    new Date(nextHour),
  );
  const calls = listPastCalls({ ofWeek: week.calls, days: week.days, recent, undecided }, now);
  return <PastCalls calls={calls} undecided={undecided} />;
}
