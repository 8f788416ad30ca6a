import { useEffect, useRef, useState } from 'react';
import { getButtonClass } from '../../../ui/Button';
import { FormError } from '../../../ui/FormError';
import { CallCard } from './CallCard';
import { DetailsForm } from './DetailsForm';
import { RescheduleForm } from './RescheduleForm';
import { NoTimes, TimesError, TimesLoading } from './ScheduleStates';
import * as styles from './schedule.module.css';
import { TimePicker } from './TimePicker';
import { TimeZoneSelect } from './TimeZoneSelect';
import { useLinkedCall } from './use-linked-call';
import { useOpenTimes } from './use-open-times';
import { useScheduleFlow } from './use-schedule-flow';
import { useVisitor } from './use-visitor';

interface Props {
  /** True inside the dialog's iframe. */
  embedded: boolean;
  /** Whether new calls can be booked here; otherwise only existing ones can be managed. */
  canBook: boolean;
}

/** The booking flow: choose a time, enter details, then manage the call. */
export function ScheduleFlow({ embedded, canBook }: Props) {
  const openTimes = useOpenTimes();
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [visitor, setVisitor] = useVisitor(embedded);
  const flow = useScheduleFlow(openTimes.refresh);
  const { step, start, own } = flow;
  const linkedCall = useLinkedCall((call, token) => {
    flow.showFound(call, token);
    setTimeZone(call.timeZone);
  });
  const stepTop = useRef<HTMLDivElement>(null);
  const hasStarted = useRef(false);

  // Scroll each step to its top.
  useEffect(() => {
    if (hasStarted.current) stepTop.current?.scrollIntoView({ block: 'nearest' });
    hasStarted.current = true;
  }, [step]);

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
      const form = { start, timeZone, onTimeChange: flow.chooseTime, onBack: flow.goBack };
      return own ? (
        <RescheduleForm
          {...form}
          {...own}
          onTaken={openTimes.refresh}
          onRescheduled={(call) => flow.showChanged(call, 'moved')}
        />
      ) : (
        <DetailsForm
          {...form}
          visitor={visitor}
          onVisitorChange={setVisitor}
          onTaken={openTimes.refresh}
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
        <TimeZoneSelect value={timeZone} onChange={setTimeZone} />
      </div>
      <div className={styles.step} ref={stepTop}>
        {renderStep()}
      </div>
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
