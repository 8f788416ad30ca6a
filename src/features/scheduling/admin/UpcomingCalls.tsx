import { Link } from 'wouter';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { CallList } from './CallList';
import { useUpcomingCalls } from './queries';
import './calls.css';

interface Props {
  /** Link to all calls and the availability. If set, only the next few calls are shown. */
  moreHref?: string;
}

/** Calls shown in the overview. */
const maxShownCalls = 5;

/** The upcoming calls: all, or the next few with a link to the rest. */
export function UpcomingCalls({ moreHref }: Props) {
  const { data, isError, error, isFetching, refetch } = useUpcomingCalls();
  // One level below the heading of the overview or the view.
  const Heading = moreHref ? 'h3' : 'h2';
  return (
    <section className="calls-s" aria-labelledby="calls-heading">
      <div className="calls-h">
        <Heading id="calls-heading">Upcoming calls</Heading>
        {moreHref && (
          <Link href={moreHref}>
            {data && data.length > maxShownCalls
              ? `All ${data.length} calls and availability`
              : 'Availability'}
          </Link>
        )}
      </div>
      {data && data.length > 0 && (
        <CallList calls={moreHref ? data.slice(0, maxShownCalls) : data} />
      )}
      {data && data.length === 0 && <p className="calls-n">No calls are booked.</p>}
      {!data && isError && (
        <div role="alert" className="calls-n">
          <p>
            The calls could not be loaded.{' '}
            {getServerMessage(error, 'The server could not be reached.')}
          </p>
          <Button variant="secondary" size="s" busy={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !isError && (
        <p className="calls-n" role="status">
          <span className="sk sk-call" />
          <span className="vh">Loading calls...</span>
        </p>
      )}
    </section>
  );
}
