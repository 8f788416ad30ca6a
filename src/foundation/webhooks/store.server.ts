import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { countRows, type Database, type DatabaseTransaction } from '../../db/database.server';
import { lockByName } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { claimRequest } from '../../http/repeatable-request.server';
import { AppError, createFieldError } from '../../lib/errors';
import { isLocalNetworkHost, stripBrackets } from '../../lib/network/local-network.server';
import { isAddressAllowed } from '../../lib/network/safe-fetch.server';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import { getTimeAgo, MINUTE } from '../../lib/time/durations';
import { writeAudit } from '../audit/store.server';
import { recordSecurityEvent } from '../auth/security-event-store.server';
import type { SiteOptions } from '../environment/define-plugin.server';
import {
  secretOverlapMs,
  type Webhook,
  type WebhookAttempt,
  type WebhookInput,
  type WebhookPatch,
  type WebhookWithSecret,
} from './contract';
import {
  createWebhookSecret,
  decryptWebhookSecret,
  getValidPreviousSecret,
  isPreviousSecretValid,
} from './secrets.server';
import { chooseFormat, maxLoggedAttempts } from './send.server';
import { createNotFoundError, parseEvents, requireWebhook, type WebhookRow } from './table.server';

/** Maximum number of webhooks: each event is delivered to all of them. */
const maxWebhooks = 20;

/** Number of attempts that the list shows of each webhook. */
const recentAttempts = 20;

/**
 * Requires a URL that webhooks may go to. What its name resolves to is checked for each
 * connection.
 * @throws AppError invalid
 */
function requireAllowedUrl({ environment }: SiteOptions, url: string): void {
  const { protocol, hostname } = new URL(url);
  const host = stripBrackets(hostname);
  if (isIP(host) !== 0 && !isAddressAllowed(environment, host)) {
    throw createFieldError(
      'url',
      `${host} is inside a private network. Webhooks only go to public addresses. The person who runs your server can allow this one (PRIVATE_ADDRESSES).`,
    );
  }
  if (protocol === 'http:' && !isLocalNetworkHost(hostname)) {
    throw createFieldError('url', 'Enter an address that starts with https://');
  }
}

/** Converts a row for the API, with a summary of its last attempts. */
async function toWebhook(db: Database, row: WebhookRow): Promise<Webhook> {
  const attempts = await db
    .selectFrom('webhookAttempts')
    .select(['isOk', 'createdAt'])
    .where('webhookId', '=', row.id)
    .orderBy('id', 'desc')
    .limit(recentAttempts)
    .execute();
  const lastOk = attempts.findIndex(({ isOk }) => isOk);
  const failed = lastOk === -1 ? attempts : attempts.slice(0, lastOk);
  const { id, name, url, format, createdAt, updatedAt, previousSecretUntil } = row;
  return {
    id,
    name,
    url,
    format,
    events: parseEvents(row.events),
    isActive: Boolean(row.isActive),
    previousSecretUntil: isPreviousSecretValid(row) ? previousSecretUntil : null,
    createdAt,
    updatedAt,
    recent: attempts.map(({ isOk }) => Boolean(isOk)).reverse(),
    lastAttemptAt: attempts[0]?.createdAt ?? null,
    failingSince: failed.at(-1)?.createdAt ?? null,
  };
}

/** Lists the webhooks by name. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().orderBy('name').orderBy('id').execute();
  return Promise.all(rows.map((row) => toWebhook(db, row)));
}

/** The audit subject of webhooks. */
const subject = 'webhooks';

/** A webhook in the history, without its path, which is a secret at Slack. */
const toHistory = ({ name, url, events, isActive }: WebhookRow) => ({
  name,
  host: new URL(url).hostname,
  events: parseEvents(events),
  isActive: Boolean(isActive),
});

/** Records that inquiries go to a webhook from now on: a stolen session may have set it up. */
const recordActivation = (
  transaction: DatabaseTransaction,
  { url }: WebhookRow,
  request: FastifyRequest,
): Promise<void> =>
  recordSecurityEvent(transaction, {
    kind: 'webhook-directed',
    detail: new URL(url).hostname,
    request,
  });

/** Time in which a repeated request still gets the secret of the webhook that it created. */
const repeatMs = 10 * MINUTE;

/** Returns the secret of an earlier request's webhook, unless it is too old or was changed since. */
const readNewSecret = async (site: SiteOptions, row: WebhookRow): Promise<string | null> =>
  row.createdAt < getTimeAgo(repeatMs) || row.updatedAt !== row.createdAt
    ? null
    : decryptWebhookSecret(site, row.id, row.secret);

/** @throws AppError conflict when there is no room for another webhook */
async function requireRoom(transaction: DatabaseTransaction): Promise<void> {
  if ((await countRows(transaction.selectFrom('webhooks'))) >= maxWebhooks) {
    throw new AppError('conflict', `There are already ${maxWebhooks} webhooks. Delete one first.`);
  }
}

/**
 * Creates a webhook with its secret.
 * @param key idempotency key: a repeated request creates nothing
 * @throws AppError invalid; conflict when there are too many, or the key was used for another
 *   request; not_found when the first request's webhook is deleted
 */
export async function createWebhook(
  site: SiteOptions,
  input: WebhookInput,
  request: FastifyRequest,
  key: string | undefined,
): Promise<WebhookWithSecret> {
  const { name, url, format, events, isActive } = input;
  requireAllowedUrl(site, url);
  const { db } = site;
  const id = randomUUID();
  const now = new Date().toISOString();
  const { secret, sealed } = await createWebhookSecret(site, id);
  const row: WebhookRow = {
    id,
    name,
    url,
    format: format ?? chooseFormat(url),
    events: JSON.stringify(events),
    isActive: isActive ? 1 : 0,
    secret: sealed,
    previousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  };
  const { subjectId, isRepeated } = await runInTransaction(db, async (transaction) => {
    await lockByName(transaction, subject);
    const claim = await claimRequest(transaction, { key, content: ['webhook', input] }, id);
    if (claim.isRepeated) return claim;
    await requireRoom(transaction);
    await transaction.insertInto('webhooks').values(row).execute();
    await writeAudit(transaction, [
      {
        subject,
        itemId: id,
        action: 'created',
        at: now,
        userId: request.userId,
        after: toHistory(row),
      },
    ]);
    if (isActive) await recordActivation(transaction, row, request);
    return claim;
  });
  if (!isRepeated) return { ...(await toWebhook(db, row)), secret };
  const created = await requireWebhook(db, subjectId);
  return { ...(await toWebhook(db, created)), secret: await readNewSecret(site, created) };
}

/** Returns the changed columns of a secret, and the new secret if there is one. */
async function changeSecret(
  site: SiteOptions,
  row: WebhookRow,
  action: WebhookPatch['secret'],
): Promise<{ secret: string | null; columns: Partial<WebhookRow> }> {
  const until = new Date(Date.now() + secretOverlapMs).toISOString();
  switch (action) {
    case 'replace': {
      const { secret, sealed } = await createWebhookSecret(site, row.id);
      // While an earlier secret is valid, the receiver uses that one: the last one may be lost.
      const previousSecret = getValidPreviousSecret(row) ?? row.secret;
      return {
        secret,
        columns: { secret: sealed, previousSecret, previousSecretUntil: until },
      };
    }
    case 'keep-old':
      // An expired one stays expired: SECRET_KEY may have changed since, which leaves it out.
      return {
        secret: null,
        columns: isPreviousSecretValid(row) ? { previousSecretUntil: until } : {},
      };
    case 'end-old':
      return { secret: null, columns: { previousSecret: null, previousSecretUntil: null } };
    default:
      return { secret: null, columns: {} };
  }
}

/**
 * Changes the fields that are sent, and the secret.
 * @param isExpected whether the change was made from the given version
 * @throws AppError not_found; invalid; changed when another version is stored
 */
export async function updateWebhook(
  site: SiteOptions,
  id: string,
  { secret: secretAction, events, isActive, ...fields }: WebhookPatch,
  request: FastifyRequest,
  isExpected: (version: string) => boolean,
): Promise<WebhookWithSecret> {
  if (fields.url !== undefined) requireAllowedUrl(site, fields.url);
  const { db } = site;
  const { row, secret } = await runInTransaction(db, async (transaction) => {
    await lockByName(transaction, subject);
    const stored = await requireWebhook(transaction, id);
    if (!isExpected(stored.updatedAt)) {
      throw new AppError('changed', 'Someone else changed this webhook in the meantime.');
    }
    const { secret: newSecret, columns } = await changeSecret(site, stored, secretAction);
    const at = createTimestampAfter(stored.updatedAt);
    const format = fields.format ?? (fields.url && chooseFormat(fields.url));
    const updated = await transaction
      .updateTable('webhooks')
      .set({
        ...fields,
        ...columns,
        ...(format && { format }),
        ...(events && { events: JSON.stringify(events) }),
        ...(isActive !== undefined && { isActive: isActive ? 1 : 0 }),
        updatedAt: at,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(transaction, [
      {
        subject,
        itemId: id,
        action: 'changed',
        at,
        userId: request.userId,
        before: toHistory(stored),
        after: { ...toHistory(updated), ...(secretAction && { secret: secretAction }) },
      },
    ]);
    const isAsBefore = updated.url === stored.url && stored.isActive;
    if (updated.isActive && !isAsBefore) await recordActivation(transaction, updated, request);
    return { row: updated, secret: newSecret };
  });
  return { ...(await toWebhook(db, row)), secret };
}

/** Deletes a webhook and its log. @throws AppError not_found */
export const deleteWebhook = (db: Database, id: string, userId: string | null): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const row = await transaction
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw createNotFoundError();
    const at = createTimestampAfter(row.updatedAt);
    await writeAudit(transaction, [
      { subject, itemId: id, action: 'deleted', at, userId, before: toHistory(row) },
    ]);
  });

/** Lists the last attempts to reach a webhook, newest first. @throws AppError not_found */
export async function listAttempts(db: Database, id: string): Promise<WebhookAttempt[]> {
  await requireWebhook(db, id);
  const rows = await db
    .selectFrom('webhookAttempts as attempt')
    .leftJoin('outbox', 'outbox.id', 'attempt.deliveryId')
    .selectAll('attempt')
    .select(['outbox.status as deliveryStatus', 'outbox.dueAt'])
    .where('attempt.webhookId', '=', id)
    .orderBy('attempt.id', 'desc')
    .limit(maxLoggedAttempts)
    .execute();
  return rows.map(({ webhookId, dueAt, deliveryStatus, ...row }) => ({
    ...row,
    isOk: Boolean(row.isOk),
    deliveryStatus,
    nextAttemptAt: deliveryStatus === 'pending' ? dueAt : null,
  }));
}
