import { useState } from 'react';
import { formatCount } from '../../../lib/format-number';
import { formatAddress } from '../../../lib/format-text';
import { getServerMessage } from '../../../lib/network/http-client';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { ChevronDown } from '../../../ui/icons/desk-icons';
import { QueryState } from '../../../ui/QueryState';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import { SendAgainButton } from '../../outbox/admin/SendAgainButton';
import type { Webhook, WebhookAttempt } from '../contract';
import { useAttempts, useTestWebhook } from './queries';
import * as styles from './WebhookList.module.css';
import * as viewStyles from './webhooks.module.css';

/** Attempts that are listed at first, so that the form stays in reach on phones. */
const shortLength = 10;

/** Formats how long an attempt took: "0.4 s". */
const formatDuration = (ms: number): string =>
  ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** The last attempts to reach a webhook, with the newest failure expanded. */
export function AttemptLog({ webhook }: { webhook: Webhook }) {
  const query = useAttempts(webhook.id);
  const [isFailedOnly, setIsFailedOnly] = useState(false);
  const attempts = query.data ?? [];
  const failed = attempts.filter(({ isOk }) => !isOk);
  const [isLong, setIsLong] = useState(false);
  const matching = isFailedOnly ? failed : attempts;
  const shown = isLong ? matching : matching.slice(0, shortLength);
  return (
    <section aria-labelledby="attempt-log">
      <div className={viewStyles.title}>
        <h2 id="attempt-log">{`${webhook.name}, the last 100`}</h2>
        {failed.length > 0 && (
          <label className={styles.filter}>
            <input
              type="checkbox"
              checked={isFailedOnly}
              onChange={(event) => setIsFailedOnly(event.target.checked)}
            />
            {`Failed only (${failed.length})`}
          </label>
        )}
      </div>
      <QueryState name="The log" display="line" query={query} className={viewStyles.outcome} />
      {query.data && shown.length === 0 && <p>Nothing was sent yet. “Test” sends a sample.</p>}
      <ol className={styles.log}>
        {shown.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} isNewestFailure={attempt === failed[0]} />
        ))}
      </ol>
      {matching.length > shown.length && (
        <Button variant="quiet" size="s" onClick={() => setIsLong(true)}>
          {`Show all ${matching.length}`}
        </Button>
      )}
    </section>
  );
}

function formatOutcome({ isOk, status, answer, deliveryId }: WebhookAttempt): string {
  if (isOk) return deliveryId === null ? 'Test arrived' : 'Arrived';
  return status === null ? `Failed: ${answer}` : `Failed: it responded with ${status}`;
}

/** Describes the state of the delivery after this attempt; an empty text if it has arrived. */
function formatNext({ deliveryStatus, nextAttemptAt }: WebhookAttempt): string {
  if (deliveryStatus === 'pending' && nextAttemptAt) {
    return `Next try at ${formatRecentDateTime(nextAttemptAt)}`;
  }
  if (deliveryStatus === 'failed') return 'Given up after a day';
  return deliveryStatus === 'sent' ? 'Arrived later' : '';
}

interface AttemptProps {
  attempt: WebhookAttempt;
  isNewestFailure: boolean;
}

function Attempt({ attempt, isNewestFailure }: AttemptProps) {
  const { isOk, summary, status, answer, body, deliveryId, deliveryStatus, tookMs } = attempt;
  const next = isOk ? '' : formatNext(attempt);
  const message = deliveryId ? `webhook-id: ${deliveryId}\n${body}` : body;
  return (
    <li>
      <details data-failed={!isOk || undefined} open={isNewestFailure}>
        <summary>
          <i aria-hidden="true" />
          <time dateTime={attempt.createdAt}>{formatRecentDateTime(attempt.createdAt)}</time>
          <span>
            <b>{formatOutcome(attempt)}</b>
            <small>{summary}</small>
          </span>
          <span className={styles.took}>{formatDuration(tookMs)}</span>
          <ChevronDown />
        </summary>
        <div className={styles.attempt}>
          <h3>Response</h3>
          <pre className={viewStyles.code}>{status === null ? answer : `${status}\n${answer}`}</pre>
          {next !== '' && <p>{next}</p>}
          <h3>Message</h3>
          {/* Focusable, so that it can be scrolled with the keyboard. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be focusable */}
          <pre className={viewStyles.code} tabIndex={0}>
            {message}
          </pre>
          {deliveryId !== null && !isOk && deliveryStatus !== 'sent' && (
            <SendAgainButton deliveryId={deliveryId} subject={summary} variant="secondary" />
          )}
        </div>
      </details>
    </li>
  );
}

interface Props {
  webhooks: readonly Webhook[];
  openId: string | undefined;
  onOpen: (webhook: Webhook) => void;
}

/** All webhooks with their last 20 attempts. */
export function WebhookList({ webhooks, openId, onOpen }: Props) {
  return (
    <section aria-labelledby="webhook-list">
      <div className={viewStyles.title}>
        <h2 id="webhook-list">Where it goes</h2>
        <small>last 20 of each</small>
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
  onOpen: (webhook: Webhook) => void;
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
          onClick={() => onOpen(webhook)}
        >
          {name}
        </button>
        <small>{`${formatAddress(url)}, ${count}`}</small>
      </p>
      <div className={`${adminStyles.meter} ${styles.recent}`}>
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
