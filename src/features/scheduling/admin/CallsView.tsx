import { getServerMessage } from '../../../lib/http-client';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { HoursForm } from './HoursForm';
import { useCallHours } from './queries';
import { UpcomingCalls } from './UpcomingCalls';
import './calls.css';

/** The calls to come, and when further ones can be booked. */
export default function CallsView() {
  const { schedulingUrl } = useSite();
  const hours = useCallHours();
  return (
    <div className="calls-v">
      <UpcomingCalls />
      {schedulingUrl !== null && (
        <p className="calls-n">
          Calls are booked at <b>{new URL(schedulingUrl).hostname}</b> (SCHEDULING_URL). The opening
          hours below count for moving earlier calls, and as soon as that setting is taken out.
        </p>
      )}
      {hours.data && <HoursForm hours={hours.data} />}
      {!hours.data && hours.isError && (
        <div className="mt" role="alert">
          <h2>The opening hours could not be loaded</h2>
          <p>{getServerMessage(hours.error, 'The server could not be reached.')}</p>
          <Button variant="secondary" busy={hours.isFetching} onClick={() => hours.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!hours.data && !hours.isError && <p role="status">Loading opening hours...</p>}
    </div>
  );
}
