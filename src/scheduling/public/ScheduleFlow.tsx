import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { getServerMessage, hasStatus } from '../../lib/network/http-client';
import { useSite } from '../../lib/site';
import { formatDay, formatTime } from '../../lib/time/format-date';
import { isTimeZone } from '../../lib/time/time-zone';
import { getButtonClass } from '../../ui/Button';
import { undoTraversal, useDialogHistory } from '../../ui/dialog/dialog-history';
import { FormError } from '../../ui/form/Field';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import type { LinkedCall, OpenTimes } from '../contract';
import { type BookingInput, findUnansweredBooking } from './booking-attempt';
import { CallCard } from './CallCard';
import { onLinkOpened, saveCallToken, takeCallToken, takeLeadId } from './call-link-state';
import { DetailsForm } from './DetailsForm';
import type { KnownVisitor } from './known-visitor';
import { findCall, getUnshownBooking, listOpenTimes, markBookingShown } from './queries';
import { RescheduleForm } from './RescheduleForm';
import { NoTimes, TimesError, TimesLoading } from './ScheduleStates';
import * as styles from './schedule.module.css';
import { TimePicker } from './TimePicker';
import { TimeZoneSelect } from './TimeZoneSelect';
import { type OwnCall, useScheduleFlow } from './use-schedule-flow';

interface LookupState {
  isLoading: boolean;
  failure: string | null;
}

interface OpenedLink {
  onLead: (id: string) => void;
  onCall: (call: LinkedCall, token: string) => void;
}

/**
 * Loads the call, or takes the lead, whose link was opened.
 * @param isPage false in a dialog: links open a page
 * @param opened must only set state: later links call the first render's functions
 */
function useOpenedLink(isPage: boolean, { onLead, onCall }: OpenedLink): LookupState {
  const [state, setState] = useState<LookupState>({ isLoading: isPage, failure: null });

  useEffect(() => {
    if (!isPage) return undefined;
    return onLinkOpened(async () => {
      const leadId = takeLeadId();
      if (leadId !== null) onLead(leadId);
      const token = takeCallToken();
      if (token === null) return setState({ isLoading: false, failure: null });
      setState({ isLoading: true, failure: null });
      try {
        onCall(await findCall(token), token);
        setState({ isLoading: false, failure: null });
      } catch (error) {
        const isGone = hasStatus(error, 404);
        const failure = isGone
          ? 'We couldn’t find this call. It may have been deleted, or its link was not opened in time. You can book a new one here.'
          : getServerMessage(error, 'The server could not be reached. Please reload the page.');
        setState({ isLoading: false, failure });
      }
    });
  }, []);

  return state;
}

interface OpenTimesState {
  /** Result of the last successful request. It stays available during a refetch. */
  times: OpenTimes | undefined;
  error: unknown;
  isLoading: boolean;
}

/**
 * Loads the available times, with a function to refetch them. Not in the page's query cache, which
 * never refetches: other visitors book too.
 * @param own the visitor's call: each change of it takes or frees times
 */
function useOpenTimes(own: OwnCall | null) {
  const [state, setState] = useState<OpenTimesState>({
    times: undefined,
    error: undefined,
    isLoading: true,
  });
  const latestRequestId = useRef(0);

  const refresh = useCallback(async () => {
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    setState((previous) => ({ ...previous, isLoading: true }));
    const result = await listOpenTimes(own?.token).then(
      (times) => ({ times, error: undefined }),
      (error: unknown) => ({ error }),
    );
    // Ignore responses to outdated requests.
    if (requestId === latestRequestId.current)
      setState((previous) => ({ ...previous, ...result, isLoading: false }));
  }, [own]);

  useEffect(() => void refresh(), [refresh]);

  return { ...state, refresh };
}

/** Fills empty fields with known values. */
const mergeVisitor = (typed: KnownVisitor, known: KnownVisitor): KnownVisitor => ({
  name: typed.name || known.name,
  email: typed.email || known.email,
  company: typed.company || known.company,
  leadId: typed.leadId ?? known.leadId,
  plan: typed.plan ?? known.plan ?? null,
});

/** State of the visitor's data: what the site knows, then what the visitor types. */
function useVisitor() {
  const [visitor, setVisitor] = useState<KnownVisitor>({ name: '', email: '', company: '' });
  useEffect(() => {
    // Values from the lead form. Loaded on demand, because it pulls in the form's schema.
    import('./known-visitor').then(
      ({ getKnownVisitor }) => setVisitor((typed) => mergeVisitor(typed, getKnownVisitor())),
      () => undefined,
    );
  }, []);
  return [visitor, setVisitor] as const;
}

/** State of the time zone in which times are shown: at first the browser's. */
function useVisitorZone() {
  const site = useSite();
  return useState(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // Chrome may name "Etc/Unknown", for which there are no formats.
    return isTimeZone(timeZone) ? timeZone : site.timeZone;
  });
}

/** Where the calendar is: a page, a page in a frame, or a dialog of any page. */
export type SchedulePlace = 'page' | 'frame' | 'dialog';

interface Props {
  place: SchedulePlace;
  /** Whether new calls can be booked here; otherwise only existing ones can be managed. */
  canBook: boolean;
}

/** The booking flow: choose a time, enter details, then manage the call. */
export function ScheduleFlow({ place, canBook }: Props) {
  const embedded = place !== 'page';
  // Email links open a page. The dialog leaves the address of the page below it alone.
  const isPage = place !== 'dialog';
  const [timeZone, setTimeZone] = useVisitorZone();
  const [visitor, setVisitor] = useVisitor();
  const flow = useScheduleFlow(isPage ? saveCallToken : ignoreToken);
  const { step, start, own } = flow;
  const openTimes = useOpenTimes(own);
  const linkedCall = useOpenedLink(isPage, {
    onLead: (leadId) => setVisitor((typed) => ({ ...typed, leadId })),
    onCall(call, token) {
      flow.showFound(call, token);
      setTimeZone(call.timeZone);
    },
  });

  // A calendar that was closed during booking could not show the call.
  useEffect(() => {
    getUnshownBooking()?.then(
      (call) => {
        flow.showBooked(call);
        setTimeZone(call.timeZone);
      },
      () => undefined,
    );
  }, []);
  useEffect(() => {
    if (own) markBookingShown();
  }, [own]);

  const stepTop = useRef<HTMLDivElement>(null);
  const hasStarted = useRef(false);
  const isSending = useRef(false);

  useDialogHistory(useId(), step === 'details' ? 1 : 0, (depth) => {
    // A request under way has no way back: a second call would be booked.
    if (depth === 0 && !isSending.current) flow.goBack();
    else if (step === 'times' && start !== null) flow.chooseTime(start);
    else undoTraversal();
  });

  // Scroll each step to its top. The times leave the focus alone while the page opens; the other
  // steps take it themselves.
  useEffect(() => {
    if (hasStarted.current) {
      if (step === 'times') focusHeading(stepTop.current);
      stepTop.current?.scrollIntoView({ block: 'nearest' });
    }
    hasStarted.current = true;
  }, [step]);

  // Its time is missing among the available ones if it is booked, so the visitor would take another.
  const canResume = canBook && !own && step === 'times' && !linkedCall.isLoading;
  const unanswered = canResume ? findUnansweredBooking() : null;
  function resume(booking: BookingInput) {
    const { start: time, timeZone: zone, ...known } = booking;
    setTimeZone(zone);
    setVisitor(known);
    flow.chooseTime(time);
  }

  function renderStep() {
    if (linkedCall.isLoading) return <TimesLoading />;
    if (own && step === 'call') {
      return (
        <CallCard
          {...own}
          timeZone={timeZone}
          onMove={flow.startMoving}
          onChange={(call) => flow.showChanged(call, 'canceled')}
          onAnother={flow.startOver}
        />
      );
    }
    if (!canBook && !own) return null;
    if (step === 'details' && start !== null) {
      const form = {
        start,
        timeZone,
        isSending,
        onTimeChange: flow.chooseTime,
        onBack: flow.goBack,
        onTaken: openTimes.refresh,
      };
      return own ? (
        <RescheduleForm
          {...form}
          {...own}
          onRescheduled={(call) => flow.showChanged(call, 'moved')}
        />
      ) : (
        <DetailsForm
          {...form}
          visitor={visitor}
          onVisitorChange={setVisitor}
          onBooked={flow.showBooked}
        />
      );
    }
    const chosen = start ?? own?.call.start;
    return <TimesStep {...{ openTimes, embedded, timeZone, chosen }} onChoose={flow.chooseTime} />;
  }

  return (
    <>
      <div className={styles.options}>
        <FormError message={linkedCall.failure} />
        {flow.isMoving && (
          <button
            type="button"
            className={`${getButtonClass('secondary', 's')} ${styles.keep}`}
            onClick={flow.stopMoving}
          >
            Keep the current time
          </button>
        )}
        {unanswered && <UnansweredBooking booking={unanswered} onResume={resume} />}
        <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
      </div>
      <div className={`${styles.step} ${layoutStyles.scripted}`} ref={stepTop}>
        {renderStep()}
      </div>
    </>
  );
}

/** Without scrolling: on a phone, the times' heading is below the calendar. */
const focusHeading = (part: Element | null) =>
  part?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true });

/** A dialog that is closed forgets its call. */
const ignoreToken = () => undefined;

interface UnansweredBookingProps {
  booking: BookingInput;
  onResume: (booking: BookingInput) => void;
}

/** Offers to send a booking again that may be stored although no response came. */
function UnansweredBooking({ booking, onResume }: UnansweredBookingProps) {
  const { start, timeZone } = booking;
  const date = new Date(start);
  const time = `${formatDay(date, timeZone)}, ${formatTime(date, timeZone)}`;
  return (
    <>
      <FormError
        message={`Your call on ${time} may be booked already. Please send that request again before you choose another time: it is booked only once.`}
      />
      <button
        type="button"
        className={getButtonClass('secondary', 's')}
        onClick={() => onResume(booking)}
      >
        Return to that request
      </button>
    </>
  );
}

interface TimesStepProps {
  openTimes: ReturnType<typeof useOpenTimes>;
  timeZone: string;
  chosen: string | undefined;
  embedded: boolean;
  onChoose: (start: string) => void;
}

/** The step to choose a time: loading, failed, fully booked, or the times. */
function TimesStep({ openTimes, timeZone, chosen, embedded, onChoose }: TimesStepProps) {
  const { times, error, isLoading, refresh } = openTimes;
  if (times?.slots.length === 0) return <NoTimes embedded={embedded} />;
  if (times) {
    return (
      <TimePicker slots={times.slots} timeZone={timeZone} chosen={chosen} onChoose={onChoose} />
    );
  }
  if (error === undefined) return <TimesLoading />;
  return <TimesError error={error} busy={isLoading} embedded={embedded} onRetry={refresh} />;
}
