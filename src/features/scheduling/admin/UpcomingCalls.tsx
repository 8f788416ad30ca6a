import { Link } from 'wouter';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { CallList } from './CallList';
import { useUpcomingCalls } from './queries';
import './calls.css';

interface Props {
  /** Where all of them and the opening hours are, when only the next ones are shown. */
  moreHref?: string;
}

/** How many the overview shows. */
const maxShownCalls = 5;

/** The coming calls: all of them, or the next ones and the way to the others. */
export function UpcomingCalls({ moreHref }: Props) {
  const { data, isError, error, isFetching, refetch } = useUpcomingCalls();
  // Under the overview's heading, else under the view's.
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
