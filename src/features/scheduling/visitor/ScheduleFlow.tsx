import { useEffect, useRef, useState } from 'react';
import { HttpError, serverMessage } from '../../../lib/http';
import type { NewCall, VisitorCall } from '../call';
import type { KnownVisitor } from '../known-visitor';
import { onKnownVisitor, tellDialog } from '../own-messages';
import { CallCard, type CallNews } from './CallCard';
import { keepCallKey, takeBookingLead, takeCallKey } from './call-key';
import { findCall } from './call-requests';
import { DetailsForm } from './DetailsForm';
import { MoveForm } from './MoveForm';
import { NoTimes, TimesFailed, TimesLoading } from './ScheduleStates';
import { TimePicker } from './TimePicker';
import { useOpenTimes } from './use-open-times';
import { ZoneSelect } from './ZoneSelect';

interface Own {
  call: VisitorCall;
  token: string;
  news: CallNews;
}

const nobody: KnownVisitor = { name: '', email: '', company: '' };

/** Fills in what is known where nothing was typed yet. */
const withKnown = (typed: KnownVisitor, known: KnownVisitor): KnownVisitor => ({
  name: typed.name || known.name,
  email: typed.email || known.email,
  company: typed.company || known.company,
  leadId: typed.leadId ?? known.leadId,
});

interface Props {
  /** Inside the dialog of another page. */
  embedded: boolean;
  /** Whether new calls are taken here, or only those that were are kept. */
  takesCalls: boolean;
}

/** Booking a call, from the choice of a time to the call that can be moved or canceled. */
export function ScheduleFlow({ embedded, takesCalls }: Props) {
  const { times, error, isAsking, refresh } = useOpenTimes();
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [start, setStart] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(true);
  const [own, setOwn] = useState<Own | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const [lookup, setLookup] = useState<'busy' | 'done' | { failure: string }>('busy');
  const [visitor, setVisitor] = useState(nobody);
  const top = useRef<HTMLDivElement>(null);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (embedded) {
      const stop = onKnownVisitor((known) => setVisitor((typed) => withKnown(typed, known)));
      tellDialog({ type: 'crewbridge.ready' });
      return stop;
    }
    // What was typed into the lead form. Loaded apart: it brings the form's rules along.
    import('../known-visitor').then(
      ({ knownVisitor }) => setVisitor((typed) => withKnown(typed, knownVisitor())),
      () => undefined,
    );
    return undefined;
  }, [embedded]);

  useEffect(() => {
    async function look() {
      const token = takeCallKey();
      const leadId = takeBookingLead();
      if (leadId !== null) setVisitor((typed) => ({ ...typed, leadId }));
      if (token === null) return setLookup('done');
      setLookup('busy');
      try {
        const call = await findCall(token);
        setOwn((known) => (known?.call.id === call.id ? known : { call, token, news: 'found' }));
        setTimeZone(call.timeZone);
        setLookup('done');
      } catch (error) {
        const isGone = error instanceof HttpError && error.status === 404;
        setLookup({
          failure: isGone
            ? 'This link opens no call. It may have been deleted; you can book a new one here.'
            : serverMessage(error, 'The server could not be reached. Please reload the page.'),
        });
      }
    }
    void look();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);

  // Each step is read from its top.
  const step = own && !isMoving ? 'call' : isChoosing ? 'times' : 'details';
  useEffect(() => {
    if (hasStarted.current) top.current?.scrollIntoView({ block: 'nearest' });
    hasStarted.current = true;
  }, [step]);

  function choose(slot: string) {
    setStart(slot);
    setIsChoosing(false);
  }

  function booked(call: NewCall) {
    setOwn({ call, token: call.token, news: 'booked' });
    // A reload shows the call, and books nothing again.
    keepCallKey(call.token);
    tellDialog({ type: 'crewbridge.booked', id: call.id, start: call.start });
    void refresh();
  }

  function changed(call: VisitorCall, news: CallNews) {
    setOwn((known) => known && { ...known, call, news });
    setIsMoving(false);
    setIsChoosing(true);
    setStart(null);
    void refresh();
  }

  function startOver() {
    keepCallKey(null);
    setOwn(null);
    setStart(null);
    setIsChoosing(true);
    void refresh();
  }

  function content() {
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
          onChange={(call) => changed(call, 'canceled')}
          onAnother={startOver}
        />
      );
    }
    if (!takesCalls && !own) return null;
    if (start !== null && !isChoosing) {
      const back = () => setIsChoosing(true);
      if (own) {
        return (
          <MoveForm
            {...own}
            start={start}
            timeZone={timeZone}
            onTime={setStart}
            onBack={back}
            onTaken={refresh}
            onMoved={(call) => changed(call, 'moved')}
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
          onType={(typed) => setVisitor({ ...visitor, ...typed })}
          onTime={setStart}
          onBack={back}
          onTaken={refresh}
          onBooked={booked}
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
          onChoose={choose}
        />
      );
    }
    if (error !== undefined) {
      return <TimesFailed error={error} busy={isAsking} embedded={embedded} onRetry={refresh} />;
    }
    return <TimesLoading />;
  }

  return (
    <>
      <div className="sch-z">
        {typeof lookup === 'object' && (
          <p className="err" role="alert">
            {lookup.failure}
          </p>
        )}
        {isMoving && step !== 'call' && (
          <button type="button" className="btn btn-2 btn-s" onClick={() => setIsMoving(false)}>
            Keep the time it has
          </button>
        )}
        <ZoneSelect value={timeZone} onChange={setTimeZone} />
      </div>
      <div className="sch-p" ref={top}>
        {content()}
      </div>
    </>
  );
}
