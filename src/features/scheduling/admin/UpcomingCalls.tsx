import { Link } from 'wouter';
import { LoadError } from '../../../ui/LoadError';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import { BookingHours } from './BookingHours';
import { CallList } from './CallList';
import { useUpcomingCalls } from './queries';
import * as styles from './UpcomingCalls.module.css';

interface Props {
  /** Link to all calls and the availability. If set, only the next few calls are shown. */
  moreHref?: string;
}

/** Number of calls shown in the overview. */
const maxShownCalls = 5;

/** The upcoming calls: all, or the next few with a link to the rest. */
export function UpcomingCalls({ moreHref }: Props) {
  const query = useUpcomingCalls();
  const { data, isError } = query;
  // One level below the heading of the overview or the view.
  const Heading = moreHref ? 'h3' : 'h2';
  return (
    <section className={styles.upcoming} aria-labelledby="calls-heading">
      <div className={styles.header}>
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
      {data?.length === 0 &&
        (moreHref ? (
          <p className={styles.notice}>No calls are booked.</p>
        ) : (
          <BookingHours title="No calls are booked" />
        ))}
      {!data && isError && <LoadError subject="calls" query={query} className={styles.notice} />}
      {!data && !isError && (
        <p className={styles.notice} role="status">
          <span className={`${stateStyles.skeleton} ${styles.skeleton}`} />
          <span className={layoutStyles.visuallyHidden}>Loading calls...</span>
        </p>
      )}
    </section>
  );
}
