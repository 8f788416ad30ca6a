import { getServerMessage } from '../../../lib/http-client';
import type { useTestWebhook } from './queries';
import * as styles from './webhooks.module.css';

/** The outcome of a test, or a message while it runs. */
export function TestOutcomeBox({ test }: { test: ReturnType<typeof useTestWebhook> }) {
  const { isPending, isError, data, error } = test;
  const isFailed = isError || data?.success === false;
  const message = isError
    ? getServerMessage(error, 'The server could not be reached. Try again in a minute.')
    : data?.message;
  return (
    <div className={styles.outcomeSlot} role="status">
      {isPending && <p className={styles.outcome}>Sending a marked sample lead...</p>}
      {!isPending && message && (
        <p className={styles.outcome} data-failed={isFailed || undefined}>
          {message}
        </p>
      )}
    </div>
  );
}
