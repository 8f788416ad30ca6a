import { formatAddress } from '../../../lib/format-address';
import { formatCount } from '../../../lib/format-count';
import { formatRecentDateTime } from '../../../lib/format-date';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import * as meterStyles from '../../../ui/meter.module.css';
import type { Webhook } from '../contract';
import { useTestWebhook } from './queries';
import * as styles from './WebhookList.module.css';
import * as viewStyles from './webhooks.module.css';

interface Props {
  webhooks: readonly Webhook[];
  openId: string | undefined;
  onOpen: (id: string) => void;
}

/** All webhooks with their last 20 attempts. */
export function WebhookList({ webhooks, openId, onOpen }: Props) {
  return (
    <section aria-labelledby="webhook-list">
      <div className={viewStyles.title}>
        <h2 id="webhook-list">Where it goes</h2>
        <span>last 20 of each</span>
      </div>
      <ul className={styles.list}>
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            isOpen={webhook.id === openId}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
}

function formatState({ isActive, failingSince, lastAttemptAt }: Webhook): string {
  if (!isActive) return 'Turned off';
  if (failingSince) return `Failing since ${formatRecentDateTime(failingSince)}`;
  return lastAttemptAt ? `Last at ${formatRecentDateTime(lastAttemptAt)}` : 'Nothing sent yet';
}

function formatOutcomes(recent: readonly boolean[]): string {
  const failed = recent.filter((isOk) => !isOk).length;
  return failed > 0
    ? `${failed} of ${recent.length} failed`
    : `${recent.length} of ${recent.length} arrived`;
}

interface RowProps {
  webhook: Webhook;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

function WebhookRow({ webhook, isOpen, onOpen }: RowProps) {
  const { id, name, url, events, recent, failingSince } = webhook;
  const test = useTestWebhook(id);
  const count = formatCount(events.length, 'event');
  return (
    <li data-failing={failingSince !== null || undefined}>
      <p>
        <button
          type="button"
          className={`${viewStyles.textButton} ${styles.name}`}
          aria-current={isOpen || undefined}
          onClick={() => onOpen(id)}
        >
          {name}
        </button>
        <small>{`${formatAddress(url)}, ${count}`}</small>
      </p>
      <div className={`${meterStyles.meter} ${styles.recent}`}>
        {recent.length > 0 && (
          <>
            <i aria-hidden="true">
              {recent.map((isOk, index) => (
                <u key={index} data-failed={!isOk || undefined} />
              ))}
            </i>
            <span>{formatOutcomes(recent)}</span>
          </>
        )}
      </div>
      <span className={styles.state}>{formatState(webhook)}</span>
      <Button
        variant="secondary"
        size="s"
        busy={test.isPending}
        aria-label={`Test ${name}`}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      <TestResult test={test} />
    </li>
  );
}

/** The outcome of a test, or a message while it runs. */
function TestResult({ test }: { test: ReturnType<typeof useTestWebhook> }) {
  const { isPending, isError, data, error } = test;
  const isFailed = isError || data?.success === false;
  const message = isError
    ? getServerMessage(error, 'The server could not be reached. Try again in a minute.')
    : data?.message;
  return (
    <div className={viewStyles.outcomeSlot} role="status">
      {isPending && <p className={viewStyles.outcome}>Sending a marked sample lead...</p>}
      {!isPending && message && (
        <p className={viewStyles.outcome} data-failed={isFailed || undefined}>
          {message}
        </p>
      )}
    </div>
  );
}
