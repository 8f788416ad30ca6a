import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form/form.module.css';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as styles from './ConnectionTest.module.css';
import { useConnectionTest } from './queries';

interface Props {
  path: 'test-email' | 'test-payments';
  label: string;
  /** Shown while the test runs. */
  working: string;
  hint?: string | undefined;
  /** Whether fields of the section are not saved yet. The test uses the saved ones. */
  isChanged: boolean;
}

/** Splits a message after its first sentence, which is its heading. */
function splitMessage(message: string): [heading: string, rest: string] {
  const [heading = message, rest = ''] = message.split(/(?<=[.!?])\s+(.*)/s);
  return [heading, rest];
}

/** Button that tests a connection, with the outcome below it. */
export function ConnectionTest({ path, label, working, hint, isChanged }: Props) {
  const test = useConnectionTest(path);
  const { isPending, isFailed, message } = test;
  const [heading, rest] = splitMessage(message ?? '');
  return (
    <>
      <div className={styles.testLine}>
        <Button variant="secondary" busy={isPending} onClick={() => test.mutate()}>
          {label}
        </Button>
        <span className={formStyles.hint}>
          {isChanged ? 'The test uses the saved settings: save your changes first.' : hint}
        </span>
      </div>
      <div role="status">
        {(isPending || message) && (
          <div
            className={styles.outcome}
            data-state={isPending ? 'working' : isFailed ? 'failed' : 'done'}
          >
            <i className={adminStyles.mark} aria-hidden="true" />
            <p>
              <b>{isPending ? working : heading}</b>
              {isPending ? 'This takes a few seconds.' : rest}
            </p>
          </div>
        )}
      </div>
    </>
  );
}
