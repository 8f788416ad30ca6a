import { useState } from 'react';
import { Link } from 'wouter';
import { formatLongDay, useNow } from '../../leads/admin/format-due';
import { formatCount } from '../../lib/format-number';
import { Button } from '../../ui/Button';
import { SelectBox, type Selection, useSelection } from '../../ui/list/selection';
import { QueryState, Skeleton } from '../../ui/QueryState';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { callMinutes } from '../call';
import { BookingHours } from './availability/BookingHours';
import { CallRow } from './CallRow';
import { CallFormButton, useCallForms } from './call/call-forms';
import { UnconfirmedPerson } from './call/call-questions';
import { formatAhead, formatCallStart, getCallPersonName } from './call-labels';
import { isPlanned, isSelectable } from './call-lists';
import { JoinLink } from './call-parts';
import { type Call, useUpcomingCalls } from './queries';
import * as styles from './UpcomingCalls.module.css';

interface CallListProps {
  calls: readonly Call[];
  /** Set while the owner selects calls. */
  selection?: Selection | undefined;
}

/** Upcoming calls, soonest first, with phone number, lead and link, to move or to cancel. */
function CallList({ calls, selection }: CallListProps) {
  const now = useNow();
  const days = calls.map((call) =>
    call.start === null ? formatCallStart(call) : formatLongDay(new Date(call.start), now),
  );
  return (
    <ul aria-label="Upcoming calls">
      {calls.map((call, index) => {
        const day = days[index] ?? '';
        const isFirstOfDay = day !== days[index - 1];
        return (
          <li key={call.id}>
            <p className={isFirstOfDay ? styles.day : layoutStyles.visuallyHidden}>{day}</p>
            <CallRow
              call={call}
              note={index === 0 && call.start ? formatAhead(call.start, now) : `${callMinutes} min`}
              isNext={index === 0}
              actions={
                !selection ? (
                  <CallActions call={call} isNext={index === 0} />
                ) : (
                  isSelectable(call) && (
                    <SelectBox
                      id={call.id}
                      label={`Select the call with ${getCallPersonName(call)}`}
                      selection={selection}
                    />
                  )
                )
              }
            >
              {!call.personConfirmed && call.heldUntil === null && (
                <UnconfirmedPerson call={call} />
              )}
            </CallRow>
          </li>
        );
      })}
    </ul>
  );
}

/** Actions on a call. Calls at a provider are moved and canceled there. */
function CallActions({ call, isNext }: { call: Call; isNext: boolean }) {
  return (
    <>
      {isNext && <JoinLink call={call} />}
      {call.source === 'site' && (
        <>
          {isPlanned(call, new Date()) && call.heldUntil === null && (
            <CallFormButton kind="link" call={call} name="Link of the call with">
              Link
            </CallFormButton>
          )}
          {call.heldUntil === null && (
            <CallFormButton kind="move" call={call} name="Move the call with">
              Move
            </CallFormButton>
          )}
          <CallFormButton kind="cancel" call={call} name="Cancel the call with">
            Cancel
          </CallFormButton>
        </>
      )}
    </>
  );
}

interface UpcomingCallsProps {
  /** Link to the view of the calls. If set, only the next few calls are shown. */
  moreHref?: string;
}

/** Number of calls shown in the overview. */
const maxShownCalls = 5;

/** Number of calls shown in the view until the owner asks for all. */
const maxListedCalls = 20;

/** The upcoming calls: all, or the next few with a link to the rest. */
export function UpcomingCalls({ moreHref }: UpcomingCallsProps) {
  const query = useUpcomingCalls();
  const { data } = query;
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
          size="touch"
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
      <QueryState
        name="The calls"
        display="line"
        query={query}
        className={styles.notice}
        loading={
          <Skeleton
            label="Loading calls..."
            className={styles.notice}
            blockClass={styles.skeleton}
          />
        }
      />
    </section>
  );
}

interface SelectionProps {
  calls: readonly Call[];
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
