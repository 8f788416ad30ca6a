import { createHmac } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { createSafeFetch } from '../../lib/network/safe-fetch.server';
import { SECOND } from '../../lib/time/durations';
import type { SiteOptions } from '../environment/define-plugin.server';
import type { WebhookEvent, WebhookFormat } from './contract';
import { readSigningKeys } from './secrets.server';
import type { WebhookAttemptRow, WebhookRow } from './table.server';

/** Texts of a message, for receivers that show it to people. */
export interface WebhookSummary {
  /** "New lead, Halden Skin Studios". */
  title: string;
  lines: readonly string[];
  /** URL of the page about it in the admin area. */
  url: string;
}

/** Escapes a text for Slack's markup. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats a message for Slack's incoming webhooks. */
const formatSlackMessage = ({ title, lines, url }: WebhookSummary): { text: string } => ({
  text: [
    `*${escapeSlack(title).replaceAll('*', '')}*`,
    ...lines.map(escapeSlack),
    `<${url}|Open it>`,
  ].join('\n'),
});

/** Chooses the format for a URL: `slack` for Slack's incoming webhooks. */
export const chooseFormat = (url: string): WebhookFormat =>
  /^hooks\.slack(-gov)?\.com$/.test(new URL(url).hostname) ? 'slack' : 'standard';

const limits = { timeoutMs: 10 * SECOND, maxBytes: 1_000_000 };

/** Responses are stored up to this length. */
const maxResponseChars = 500;

/** Bodies are stored up to this length. */
const maxBodyChars = 20_000;

/** Attempts that the log keeps, for each webhook. */
export const maxLoggedAttempts = 100;

/** The message to a webhook. */
export interface WebhookMessage {
  summary: WebhookSummary;
  data: Record<string, unknown>;
}

interface DeliveryMessage extends WebhookMessage {
  /** The same in every attempt, so that the receiver can drop a duplicate. */
  id: string;
  event: WebhookEvent;
  /** When the event happened, as ISO 8601. */
  at: string;
  deliveryId: string | null;
}

/** Signs a message with each key (Standard Webhooks). */
const sign = (keys: readonly Buffer[], signedText: string): string =>
  keys
    .map((key) => `v1,${createHmac('sha256', key).update(signedText).digest('base64')}`)
    .join(' ');

const createBody = ({ format }: WebhookRow, { event, at, data, summary }: DeliveryMessage) =>
  JSON.stringify(
    format === 'slack' ? formatSlackMessage(summary) : { type: event, timestamp: at, data },
  );

/** Posts a body. @returns the response's status and start; no status when there was no response */
async function post(
  site: SiteOptions,
  webhook: WebhookRow,
  id: string,
  body: string,
): Promise<Pick<WebhookAttemptRow, 'status' | 'answer' | 'isOk'>> {
  const timestamp = Math.floor(Date.now() / SECOND);
  try {
    const keys = await readSigningKeys(site, webhook);
    const response = await createSafeFetch(site.environment, limits)(webhook.url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Crewbridge-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign(keys, `${id}.${timestamp}.${body}`),
      },
      body,
    });
    const text = (await response.text()).replaceAll('\0', '');
    const answer = text.slice(0, maxResponseChars).toWellFormed();
    return { status: response.status, answer, isOk: response.ok };
  } catch (error) {
    const answer = error instanceof Error ? error.message : String(error);
    return { status: null, answer: answer.slice(0, maxResponseChars), isOk: false };
  }
}

type Attempt = Omit<WebhookAttemptRow, 'leadId'>;

/** Stores an attempt, unless its delivery was erased while it was made. */
const insertAttempt = (db: Database, { deliveryId, ...row }: Attempt): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction.selectFrom('outbox').select('leadId').where('id', '=', deliveryId);
    // Locked, and as it is now: meanwhile its call may have become another lead's.
    const delivery =
      deliveryId === null
        ? { leadId: null }
        : await lockRows(transaction, query).executeTakeFirst();
    if (!delivery) return;
    await transaction
      .insertInto('webhookAttempts')
      .values({ ...row, ...delivery, deliveryId, isOk: row.isOk ? 1 : 0 })
      .execute();
  });

/** Stores an attempt, and removes the oldest ones of the same webhook. */
async function logAttempt({ db }: SiteOptions, row: Attempt): Promise<void> {
  const { webhookId } = row;
  await insertAttempt(db, row);
  await db
    .deleteFrom('webhookAttempts')
    .where('webhookId', '=', webhookId)
    .where(
      'id',
      '<=',
      db
        .selectFrom('webhookAttempts')
        .select('id')
        .where('webhookId', '=', webhookId)
        .orderBy('id', 'desc')
        .offset(maxLoggedAttempts)
        .limit(1),
    )
    .execute();
}

/**
 * Sends a message to a webhook, and logs the attempt under the given ID.
 * @returns the attempt, also one that failed
 */
export async function sendToWebhook(
  site: SiteOptions,
  webhook: WebhookRow,
  message: DeliveryMessage,
  attemptId = uuidv7(),
): Promise<Attempt> {
  const body = createBody(webhook, message);
  const startedAt = Date.now();
  const result = await post(site, webhook, message.id, body);
  const row: Attempt = {
    id: attemptId,
    webhookId: webhook.id,
    deliveryId: message.deliveryId,
    event: message.event,
    summary: message.summary.title.slice(0, 300),
    body: body.slice(0, maxBodyChars).toWellFormed(),
    ...result,
    tookMs: Date.now() - startedAt,
    createdAt: new Date(startedAt).toISOString(),
  };
  await logAttempt(site, row);
  return row;
}

/** Explains an attempt that failed. */
export const explainFailure = (
  { url }: WebhookRow,
  { status, answer }: Pick<WebhookAttemptRow, 'status' | 'answer'>,
): string =>
  status === null
    ? answer
    : `${new URL(url).hostname} responded with ${status}${answer === '' ? '' : `: ${answer}`}`;
