import type { CSSProperties } from 'react';
import { type SetupState, type SetupStep, setupSteps } from '../../content/setup';
import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import { formatCount } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import { Button } from '../../ui/Button';
import { Check } from '../../ui/icons/icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './SetupChecklist.module.css';
import { StepAction } from './StepAction';
import { useHideSetup } from './setup-queries';
import { steps } from './setup-steps';

interface Props {
  setup: SetupState;
  onRemoveDemo: () => void;
}

/** Checklist before the site opens. Its only green button is the next open step. */
export default function SetupChecklist({ setup, onRemoveDemo }: Props) {
  const { done } = setup;
  const hide = useHideSetup();
  const showError = useErrorToast();
  const nextStep = setupSteps.find((step) => !done.includes(step));
  const minutes = setupSteps
    .filter((step) => !done.includes(step))
    .reduce((sum, step) => sum + steps[step].minutes, 0);
  const rail: CSSProperties & Record<'--done' | '--steps', number> = {
    '--done': done.length,
    '--steps': setupSteps.length,
  };
  return (
    <section className={styles.card} aria-labelledby="setup-title">
      <div className={styles.heading}>
        <div>
          <h3 id="setup-title">Get ready to open</h3>
          <p>{`About ${formatCount(minutes, 'minute')} left. You can stop at any step.`}</p>
        </div>
        <p className={styles.tally}>
          <span className={layoutStyles.visuallyHidden}>Done: </span>
          {`${done.length} of ${setupSteps.length}`}
        </p>
      </div>
      <div className={styles.rail} style={rail} aria-hidden="true" />
      <ol>
        {setupSteps.map((step, index) => (
          <Step
            key={step}
            step={step}
            number={index + 1}
            setup={setup}
            isNext={step === nextStep}
            onRemoveDemo={onRemoveDemo}
          />
        ))}
      </ol>
      <div className={styles.footer}>
        <Button
          variant="quiet"
          size="s"
          busy={hide.isPending}
          onClick={() => hide.mutate(undefined, { onError: (error) => showError(error) })}
        >
          Hide this list
        </Button>
      </div>
    </section>
  );
}

interface StepProps extends Props {
  step: SetupStep;
  number: number;
  isNext: boolean;
}

function Step({ step, number, setup, isNext, onRemoveDemo }: StepProps) {
  const site = useSite();
  const isDone = setup.done.includes(step);
  const { title, describe } = steps[step];
  return (
    <li className={styles.step} data-done={isDone || undefined} data-next={isNext || undefined}>
      <span className={styles.mark}>
        {isDone ? (
          <>
            <Check />
            <span className={layoutStyles.visuallyHidden}>Done</span>
          </>
        ) : (
          number
        )}
      </span>
      <div className={styles.words}>
        <b>{title}</b>
        <small>{describe(setup, site)}</small>
      </div>
      <StepAction
        step={step}
        setup={setup}
        isDone={isDone}
        isNext={isNext}
        onRemoveDemo={onRemoveDemo}
      />
    </li>
  );
}
