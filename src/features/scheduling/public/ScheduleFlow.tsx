import { useEffect, useRef, useState } from 'react';
import { getServerMessage, HttpError } from '../../../lib/http-client';
import { getButtonClass } from '../../../ui/Button';
import * as formStyles from '../../../ui/form.module.css';
import type { NewCall, VisitorCall } from '../contract';
import { TimeZoneSelect } from '../TimeZoneSelect';
import { CallCard, type CallNotice } from './CallCard';
import { saveCallToken, takeCallToken, takeLeadId } from './call-link-state';
import { DetailsForm } from './DetailsForm';
import { onKnownVisitor, postToDialog } from './dialog-messages';
import type { KnownVisitor } from './known-visitor';
import { findCall } from './queries';
import { RescheduleForm } from './RescheduleForm';
import { NoTimes, TimesError, TimesLoading } from './ScheduleStates';
import * as styles from './schedule.module.css';
import { TimePicker } from './TimePicker';
import { useOpenTimes } from './use-open-times';

interface OwnCall {
  call: VisitorCall;
  token: string;
  notice: CallNotice;
}

const emptyVisitor: KnownVisitor = { name: '', email: '', company: '' };

/** Fills empty fields with known values. */
const mergeVisitor = (typed: KnownVisitor, known: KnownVisitor): KnownVisitor => ({
  name: typed.name || known.name,
  email: typed.email || known.email,
  company: typed.company || known.company,
  leadId: typed.leadId ?? known.leadId,
});

interface Props {
  /** True inside the dialog's iframe. */
  embedded: boolean;
  /** Whether new calls can be booked here; otherwise only existing ones can be managed. */
  canBook: boolean;
}

/** The booking flow: choose a time, enter details, then manage the call. */
export function ScheduleFlow({ embedded, canBook }: Props) {
  const { times, error, isLoading, refresh } = useOpenTimes();
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [start, setStart] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(true);
  const [own, setOwn] = useState<OwnCall | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const [lookup, setLookup] = useState<'busy' | 'done' | { failure: string }>('busy');
  const [visitor, setVisitor] = useState(emptyVisitor);
  const stepTop = useRef<HTMLDivElement>(null);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (embedded) {
      const stop = onKnownVisitor((known) => setVisitor((typed) => mergeVisitor(typed, known)));
      postToDialog({ type: 'crewbridge.ready' });
      return stop;
    }
    // Values from the lead form. Loaded on demand, because it pulls in the form's schema.
    import('./known-visitor').then(
      ({ getKnownVisitor }) => setVisitor((typed) => mergeVisitor(typed, getKnownVisitor())),
      () => undefined,
    );
    return undefined;
  }, [embedded]);

  useEffect(() => {
    async function loadLinkedCall() {
      const token = takeCallToken();
      const leadId = takeLeadId();
      if (leadId !== null) setVisitor((typed) => ({ ...typed, leadId }));
      if (token === null) return setLookup('done');
      setLookup('busy');
      try {
        const call = await findCall(token);
        setOwn((known) => (known?.call.id === call.id ? known : { call, token, notice: 'found' }));
        setTimeZone(call.timeZone);
        setLookup('done');
      } catch (error) {
        const isGone = error instanceof HttpError && error.status === 404;
        setLookup({
          failure: isGone
            ? 'We couldn’t find this call. It may have been deleted; you can book a new one here.'
            : getServerMessage(error, 'The server could not be reached. Please reload the page.'),
        });
      }
    }
    void loadLinkedCall();
    window.addEventListener('hashchange', loadLinkedCall);
    return () => window.removeEventListener('hashchange', loadLinkedCall);
  }, []);

  // Scroll each step to its top.
  const step = own && !isMoving ? 'call' : isChoosing ? 'times' : 'details';
  useEffect(() => {
    if (hasStarted.current) stepTop.current?.scrollIntoView({ block: 'nearest' });
    hasStarted.current = true;
  }, [step]);

  function chooseSlot(slot: string) {
    setStart(slot);
    setIsChoosing(false);
  }

  function handleBooked(call: NewCall) {
    setOwn({ call, token: call.token, notice: 'booked' });
    // After a reload the call is shown instead of the form.
    saveCallToken(call.token);
    postToDialog({ type: 'crewbridge.booked', id: call.id, start: call.start });
    void refresh();
  }

  function handleChanged(call: VisitorCall, notice: CallNotice) {
    setOwn((known) => known && { ...known, call, notice });
    setIsMoving(false);
    setIsChoosing(true);
    setStart(null);
    void refresh();
  }

  function startOver() {
    saveCallToken(null);
    setOwn(null);
    setStart(null);
    setIsChoosing(true);
    void refresh();
  }

  function renderStep() {
    if (lookup === 'busy') return <TimesLoading />;
    if (own && !isMoving) {
      return (
        <CallCard
          {...own}
          timeZone={timeZone}
          onMove={() => {
            setStart(null);
            setIsChoosing(true);
            setIsMoving(true);
          }}
          onChange={(call) => handleChanged(call, 'canceled')}
          onAnother={startOver}
        />
      );
    }
    if (!canBook && !own) return null;
    if (start !== null && !isChoosing) {
      const goBack = () => setIsChoosing(true);
      if (own) {
        return (
          <RescheduleForm
            {...own}
            start={start}
            timeZone={timeZone}
            onTimeChange={setStart}
            onBack={goBack}
            onTaken={refresh}
            onRescheduled={(call) => handleChanged(call, 'moved')}
          />
        );
      }
      const { leadId, ...values } = visitor;
      return (
        <DetailsForm
          start={start}
          timeZone={timeZone}
          values={values}
          leadId={leadId}
          onValuesChange={(typed) => setVisitor({ ...visitor, ...typed })}
          onTimeChange={setStart}
          onBack={goBack}
          onTaken={refresh}
          onBooked={handleBooked}
        />
      );
    }
    if (times && times.slots.length === 0) return <NoTimes embedded={embedded} />;
    if (times) {
      return (
        <TimePicker
          slots={times.slots}
          timeZone={timeZone}
          chosen={start ?? own?.call.start}
          onChoose={chooseSlot}
        />
      );
    }
    if (error !== undefined) {
      return <TimesError error={error} busy={isLoading} embedded={embedded} onRetry={refresh} />;
    }
    return <TimesLoading />;
  }

  return (
    <>
      <div className={styles.options}>
        {typeof lookup === 'object' && (
          <p className={formStyles.error} role="alert">
            {lookup.failure}
          </p>
        )}
        {isMoving && step !== 'call' && (
          <button
            type="button"
            className={`${getButtonClass('secondary', 's')} ${styles.keep}`}
            onClick={() => setIsMoving(false)}
          >
            Keep the current time
          </button>
        )}
        <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
      </div>
      <div className={styles.step} ref={stepTop}>
        {renderStep()}
      </div>
    </>
  );
}
