import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { buildBlockUrl } from '../../content/kit/list/use-linked-item';
import { useConnectionTest } from '../../content/settings/admin/queries';
import type { SetupState, SetupStep } from '../../content/setup';
import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import { Button, getButtonClass } from '../../ui/Button';
import { FieldError } from '../../ui/form/Field';
import * as adminStyles from '../../ui/styles/admin.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { useCopy } from '../../ui/toast/use-copy';
import { settingsPath } from '../page';
import * as styles from './SetupChecklist.module.css';
import { setupKey, useConfirmWords, useSetupCheck } from './setup-queries';
import { steps } from './setup-steps';

interface ActionProps {
  setup: SetupState;
  onRemoveDemo: () => void;
  step: SetupStep;
  isDone: boolean;
  isNext: boolean;
}

/** What completes a step: a link, or a button with its outcome. */
export function StepAction({ step, setup, isDone, isNext, onRemoveDemo }: ActionProps) {
  const { title, href, action } = steps[step];
  const variant = isNext ? 'primary' : 'secondary';
  if (step === 'test-email') return <TestEmail variant={variant} isDone={isDone} />;
  if (step === 'words') return <Words variant={variant} setup={setup} isDone={isDone} />;
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

/** The claims of the standard texts, each with a link to where it is edited. */
function Words({ variant, setup, isDone }: ButtonProps & { setup: SetupState; isDone: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  /** The button and the list replace each other, and take over the focus. */
  const [isUsed, setIsUsed] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const confirm = useConfirmWords();
  const showError = useErrorToast();
  useEffect(() => {
    if (isOpen) list.current?.focus();
  }, [isOpen]);
  if (setup.claims.length === 0) return null;
  if (!isOpen) {
    return (
      <Button
        variant={isDone ? 'quiet' : variant}
        size="s"
        autoFocus={isUsed}
        onClick={() => setIsOpen(true)}
      >
        {isDone ? 'Read again' : steps.words.action}
      </Button>
    );
  }
  function confirmAll() {
    setIsUsed(true);
    confirm.mutate(undefined, {
      onSuccess: () => setIsOpen(false),
      onError: (error) => showError(error),
    });
  }
  return (
    <div className={styles.outcome}>
      <ul ref={list} className={styles.claims} tabIndex={-1} aria-label="What your pages say">
        {setup.claims.map(({ blockId, place, text }) => (
          <li key={place}>
            <p>
              <small>{place}</small>
              {text}
            </p>
            <Link className={styles.change} href={buildBlockUrl(blockId)}>
              Change<span className={layoutStyles.visuallyHidden}> {place}</span>
            </Link>
          </li>
        ))}
      </ul>
      {!isDone && (
        <Button variant={variant} size="s" busy={confirm.isPending} onClick={confirmAll}>
          All of this is true
        </Button>
      )}
    </div>
  );
}

/** A message to whoever runs the server, with a button that copies it. */
function StepsToSend({ steps: text }: { steps: string }) {
  const copy = useCopy();
  return (
    <details className={styles.steps}>
      <summary>Steps to send to them</summary>
      <pre>{text}</pre>
      <Button
        variant="secondary"
        size="s"
        onClick={() => copy(text, { name: 'Steps', remedy: 'Select and copy them by hand.' })}
      >
        Copy the steps
      </Button>
    </details>
  );
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
            {report.checks.map(({ isOk, text, steps: todo }) => (
              <li key={text} data-ok={isOk || undefined}>
                <i className={adminStyles.mark} aria-hidden="true" />
                <div>
                  <span className={layoutStyles.visuallyHidden}>
                    {isOk ? 'Works: ' : 'To do: '}
                  </span>
                  {text}
                  {todo && <StepsToSend steps={todo} />}
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
