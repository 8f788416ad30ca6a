import { useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useNow } from '../../leads/admin/format-due';
import { DAY, HOUR } from '../../lib/time/durations';
import { Button, getButtonClass } from '../../ui/Button';
import { useFocusKeeper } from '../../ui/dialog/use-focus-keeper';
import { Plus } from '../../ui/icons/admin-icons';
import { QueryState } from '../../ui/QueryState';
import { BookingHours } from './availability/BookingHours';
import * as styles from './CallsView.module.css';
import { CallForms } from './call/CallForms';
import { useCallForms } from './call/call-forms';
import { listPastCalls } from './call-lists';
import { PastCalls } from './PastCalls';
import { type Call, useCallsOfPeriod, useUpcomingCalls } from './queries';
import { UpcomingCalls } from './UpcomingCalls';
import * as listStyles from './UpcomingCalls.module.css';
import { type CallWeek, useCallWeek } from './use-call-week';
import { WeekSheet } from './WeekSheet';

/** Number of days after a call in which the list asks for its result. */
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
  /** Canceled calls whose lead waits for the owner's decision. */
  canceledCalls: readonly Call[];
  hoursHref: string;
}

/** View of the calls: the week, then the list beside the open form. */
export default function CallsView({ canceledCalls, hoursHref }: Props) {
  const now = useNow();
  const week = useCallWeek(now);
  const [aside, setAside] = useState<HTMLElement | null>(null);
  const hasPanel = useHasPanel();
  const view = useRef<HTMLDivElement>(null);
  useFocusKeeper(view);
  return (
    <CallForms panel={hasPanel ? aside : null} onTarget={week.show}>
      <div className={styles.view} ref={view}>
        <WeekSheet week={week} now={now} actions={<CallsActions hoursHref={hoursHref} />} />
        <div className={styles.columns}>
          <div>
            <UpcomingCalls />
            <PastCallsOfWeek week={week} now={now} undecided={canceledCalls} />
          </div>
          <div className={styles.aside}>
            <div ref={setAside} />
            <AsideHours />
          </div>
        </div>
      </div>
    </CallForms>
  );
}

function CallsActions({ hoursHref }: { hoursHref: string }) {
  const { open } = useCallForms();
  return (
    <>
      <Link href={hoursHref} className={getButtonClass('secondary', 'touch')}>
        Availability
      </Link>
      <Button variant="secondary" size="touch" onClick={() => open({ kind: 'book' })}>
        <Plus />
        Book a call
      </Button>
    </>
  );
}

interface PastProps {
  week: CallWeek;
  now: Date;
  undecided: readonly Call[];
}

/** The calls of the week that are over or canceled, and earlier ones that wait for the owner. */
function PastCallsOfWeek({ week, now, undecided }: PastProps) {
  // Rounded to the hour, so that the query key changes rarely.
  const nextHour = Math.ceil(now.getTime() / HOUR) * HOUR;
  const query = useCallsOfPeriod(new Date(nextHour - askDays * DAY), new Date(nextHour));
  const { data: recent = [] } = query;
  const calls = listPastCalls({ ofWeek: week.calls, days: week.days, recent, undecided }, now);
  return (
    <>
      <PastCalls calls={calls} undecided={undecided} />
      <QueryState
        name="Past calls"
        display="line"
        query={query}
        className={listStyles.notice}
        loading={null}
      />
    </>
  );
}

/** The hours, in place of a closed form, unless the empty list shows them. */
function AsideHours() {
  const { current } = useCallForms();
  const { data: calls = [] } = useUpcomingCalls();
  if (current !== null || calls.length === 0) return null;
  return <BookingHours title="Booked by visitors" />;
}
