import { Link } from 'wouter';
import { serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import { CallList } from './CallList';
import { useComingCalls } from './call-queries';
import './calls.css';

interface Props {
  /** Where all of them and the opening hours are, when only the next ones are shown. */
  more?: string;
}

/** How many the overview shows. */
const shown = 5;

/** The coming calls: all of them, or the next ones and the way to the others. */
export function ComingCalls({ more }: Props) {
  const { data, isError, error, isFetching, refetch } = useComingCalls();
  // Under the overview's heading, else under the view's.
  const Heading = more ? 'h3' : 'h2';
  return (
    <section className="calls-s" aria-labelledby="calls-heading">
      <div className="calls-h">
        <Heading id="calls-heading">Coming calls</Heading>
        {more && (
          <Link href={more}>
            {data && data.length > shown ? `All ${data.length} and opening hours` : 'Opening hours'}
          </Link>
        )}
      </div>
      {data && data.length > 0 && <CallList calls={more ? data.slice(0, shown) : data} />}
      {data && data.length === 0 && <p className="calls-n">No call is booked.</p>}
      {!data && isError && (
        <div role="alert" className="calls-n">
          <p>
            The calls could not be loaded.{' '}
            {serverMessage(error, 'The server could not be reached.')}
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
