import { useState } from 'react';
import { Link } from 'wouter';
import { type Selection, useSelection } from '../../../collection-kit/list/use-selection';
import { formatCount } from '../../../lib/format-count';
import { Button } from '../../../ui/Button';
import { LoadError } from '../../../ui/LoadError';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import { BookingHours } from './BookingHours';
import { CallList } from './CallList';
import { useCallForms } from './call-forms';
import { isSelectable } from './call-lists';
import { type Booking, useUpcomingCalls } from './queries';
import * as styles from './UpcomingCalls.module.css';

interface Props {
  /** Link to the view of the calls. If set, only the next few calls are shown. */
  moreHref?: string;
}

/** Number of calls shown in the overview. */
const maxShownCalls = 5;

/** Number of calls shown in the view until the owner asks for all. */
const maxListedCalls = 20;

/** The upcoming calls: all, or the next few with a link to the rest. */
export function UpcomingCalls({ moreHref }: Props) {
  const query = useUpcomingCalls();
  const { data, isError } = query;
  const [isComplete, setIsComplete] = useState(false);
  const max = moreHref ? maxShownCalls : isComplete ? Number.POSITIVE_INFINITY : maxListedCalls;
  const calls = data?.slice(0, max) ?? [];
  const [isSelecting, setIsSelecting] = useState(false);
  const selection = useSelection(calls.filter(isSelectable).map(({ id }) => id));
  const canSelect = !moreHref && calls.filter(isSelectable).length > 1;
  const stopSelecting = () => {
    selection.clear();
    setIsSelecting(false);
  };
  // One level below the heading of the overview or the view.
  const Heading = moreHref ? 'h3' : 'h2';
  return (
    <section className={styles.upcoming} aria-labelledby="calls-heading">
      <div className={styles.header}>
        <Heading id="calls-heading">Upcoming calls</Heading>
        {moreHref && (
          <Link href={moreHref}>
            {data && data.length > maxShownCalls ? `All ${data.length} calls` : 'All calls'}
          </Link>
        )}
        {canSelect && !isSelecting && (
          <Button variant="quiet" size="s" onClick={() => setIsSelecting(true)}>
            Select calls
          </Button>
        )}
        {isSelecting && (
          <SelectionActions calls={calls} selection={selection} onDone={stopSelecting} />
        )}
      </div>
      {calls.length > 0 && (
        <CallList calls={calls} selection={isSelecting ? selection : undefined} />
      )}
      {!moreHref && data && data.length > calls.length && (
        <Button
          variant="secondary"
          size="s"
          className={styles.more}
          onClick={() => setIsComplete(true)}
        >
          {`Show all ${data.length} calls`}
        </Button>
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

interface SelectionProps {
  calls: readonly Booking[];
  selection: Selection;
  onDone: () => void;
}

/** Selects all calls, or cancels the selected ones. */
function SelectionActions({ calls, selection, onDone }: SelectionProps) {
  const { open } = useCallForms();
  const { selectedIds } = selection;
  const selected = calls.filter(({ id }) => selectedIds.includes(id));
  return (
    <div className={layoutStyles.actions}>
      <Button variant="quiet" size="s" onClick={selection.selectAll}>
        Select all
      </Button>
      <Button variant="quiet" size="s" onClick={onDone}>
        Done
      </Button>
      {selected.length > 0 && (
        <Button
          variant="danger"
          size="s"
          onClick={() => open({ kind: 'cancel-several', calls: selected, onCanceled: onDone })}
        >
          {`Cancel ${formatCount(selected.length, 'call')}`}
        </Button>
      )}
    </div>
  );
}
