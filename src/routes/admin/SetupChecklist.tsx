import { useQueryClient } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'wouter';
import { useConnectionTest } from '../../content/settings/admin/queries';
import { minPeople, type SetupState, type SetupStep, setupSteps } from '../../content/setup';
import { useErrorToast } from '../../foundation/auth/admin/use-error-toast';
import { formatCount } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import { Button, getButtonClass } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { Check } from '../../ui/icons';
import * as layoutStyles from '../../ui/layout.module.css';
import { buildTabUrl } from './admin-tabs';
import * as styles from './SetupChecklist.module.css';
import { settingsPath } from './settings-path';
import { setupKey, useHideSetup, useSetupCheck } from './setup-queries';

interface StepContent {
  title: string;
  /** About how long it takes. */
  minutes: number;
  /** Text of the step: done, or to do. */
  describe: (setup: SetupState, site: ReturnType<typeof useSite>) => string;
  /** Where it is done; other steps are buttons. */
  href?: string;
  /** The link's or the button's text. */
  action: string;
}

const steps: Record<SetupStep, StepContent> = {
  contact: {
    title: 'Name and contact',
    minutes: 2,
    describe: ({ done }, { name, phone, supportEmail }) =>
      done.includes('contact')
        ? `${name}, ${phone ?? supportEmail}`
        : 'Your name, and a phone number or an email address',
    href: `${settingsPath}#contact`,
    action: 'Enter them',
  },
  logo: {
    title: 'Your logo',
    minutes: 2,
    describe: () => 'Shown in the header and the footer',
    href: `${settingsPath}#business`,
    action: 'Upload it',
  },
  people: {
    title: 'Your first three people',
    minutes: 6,
    describe: ({ people }) =>
      people >= minPeople
        ? `${people} added`
        : `${people} of ${minPeople} added. A photograph and a title are enough to start.`,
    href: buildTabUrl('talents'),
    action: 'Add people',
  },
  packages: {
    title: 'Packages and prices',
    minutes: 4,
    describe: ({ packageNames }) =>
      packageNames.length > 0 ? packageNames.join(', ') : 'What someone can choose, and its price',
    href: buildTabUrl('packages'),
    action: 'Add a package',
  },
  hours: {
    title: 'Availability for calls',
    minutes: 2,
    describe: ({ done }) =>
      done.includes('hours')
        ? 'Visitors book calls at times that suit you'
        : 'Now Monday to Friday, 9 am to 5 pm. Save it once to confirm.',
    href: buildTabUrl('hours'),
    action: 'Set the times',
  },
  'test-email': {
    title: 'A test email',
    minutes: 2,
    describe: () => 'So that you know new leads reach you',
    action: 'Send a test email',
  },
  demo: {
    title: 'Remove demo content',
    minutes: 1,
    describe: ({ demoItems }) =>
      demoItems === 0
        ? 'None is on the site'
        : `${formatCount(demoItems, 'demo item is', 'demo items are')} still on the site`,
    action: 'Remove all demo content',
  },
  check: {
    title: 'Check before opening',
    minutes: 1,
    describe: () => 'Whether everything that the site needs works',
    action: 'Check now',
  },
};

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
  const rail: CSSProperties & Record<'--done', number> = { '--done': done.length };
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

interface ActionProps extends Props {
  step: SetupStep;
  isDone: boolean;
  isNext: boolean;
}

function StepAction({ step, setup, isDone, isNext, onRemoveDemo }: ActionProps) {
  const { title, href, action } = steps[step];
  const variant = isNext ? 'primary' : 'secondary';
  if (step === 'test-email') return <TestEmail variant={variant} isDone={isDone} />;
  if (step === 'check') return <SetupCheckList variant={variant} setup={setup} />;
  if (step === 'demo') {
    return isDone ? null : (
      <Button variant={variant} size="s" onClick={onRemoveDemo}>
        {action}
      </Button>
    );
  }
  return isDone ? (
    <Link className={styles.change} href={href ?? ''}>
      Change<span className={layoutStyles.visuallyHidden}> {title}</span>
    </Link>
  ) : (
    <Link className={getButtonClass(variant, 's')} href={href ?? ''}>
      {action}
    </Link>
  );
}

interface ButtonProps {
  variant: 'primary' | 'secondary';
}

function TestEmail({ variant, isDone }: ButtonProps & { isDone: boolean }) {
  const client = useQueryClient();
  const test = useConnectionTest('test-email');
  const send = () =>
    test.mutate(undefined, {
      onSettled: () => client.invalidateQueries({ queryKey: setupKey }),
    });
  const { isFailed, message } = test;
  return (
    <>
      <Button variant={isDone ? 'quiet' : variant} size="s" busy={test.isPending} onClick={send}>
        {isDone ? 'Send another' : steps['test-email'].action}
      </Button>
      <div className={styles.outcome} role="status">
        {message && !test.isPending && (
          <Outcome isFailed={isFailed}>
            {message} {isFailed && <Link href={`${settingsPath}#mail`}>Mail settings</Link>}
          </Outcome>
        )}
      </div>
    </>
  );
}

function Outcome({ isFailed, children }: { isFailed: boolean; children: ReactNode }) {
  return isFailed ? <FieldError>{children}</FieldError> : <p>{children}</p>;
}

/** The check before opening, with the results of the last one. */
function SetupCheckList({ variant, setup: { report } }: ButtonProps & { setup: SetupState }) {
  const check = useSetupCheck();
  const showError = useErrorToast();
  return (
    <>
      <Button
        variant={variant}
        size="s"
        busy={check.isPending}
        onClick={() => check.mutate(undefined, { onError: (error) => showError(error) })}
      >
        {report ? 'Check again' : steps.check.action}
      </Button>
      <div className={styles.outcome} role="status">
        {report && (
          <ul className={styles.checks}>
            {report.checks.map(({ isOk, text }) => (
              <li key={text} data-ok={isOk || undefined}>
                <span className={layoutStyles.visuallyHidden}>{isOk ? 'Works: ' : 'To do: '}</span>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
