import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import type { SiteOptions } from '../environment/define-plugin.server';
import { decryptSecret, encryptSecret } from '../environment/encryption.server';
import type { WebhookRow } from './table.server';

/** Prefix of a secret (Standard Webhooks); the rest is the key in Base64. */
const prefix = 'whsec_';

const keyBytes = 32;

const getPurpose = (id: string) => `webhook:${id}`;

type PreviousSecret = Pick<WebhookRow, 'previousSecret' | 'previousSecretUntil'>;

/** Returns whether receivers may still verify with the secret that was replaced. */
export const isPreviousSecretValid = ({ previousSecretUntil }: PreviousSecret): boolean =>
  (previousSecretUntil ?? '') > new Date().toISOString();

/** Returns the secret that was replaced, while it is valid. */
export const getValidPreviousSecret = (row: PreviousSecret): string | null =>
  isPreviousSecretValid(row) ? row.previousSecret : null;

/** Creates a webhook's secret. @returns it, and its encrypted form for the database */
export async function createWebhookSecret(site: SiteOptions, id: string) {
  const secret = `${prefix}${randomBytes(keyBytes).toString('base64')}`;
  return { secret, sealed: await encryptSecret(site, getPurpose(id), secret) };
}

/** Reports that stored secrets can't be decrypted. */
export const unreadableWebhooksMessage =
  'Messages to webhooks can’t be signed, because SECRET_KEY has changed. Set the old SECRET_KEY again, or replace the secrets under Settings, Webhooks.';

/** Lists the stored secrets of webhooks, including those that were replaced and are still valid. */
export async function listWebhookSecrets(db: Database) {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'secret', 'previousSecret', 'previousSecretUntil'])
    .execute();
  return rows.flatMap((row) => {
    const toSecret = (column: 'secret' | 'previousSecret', encrypted: string) => ({
      purpose: getPurpose(row.id),
      encrypted,
      replace: (value: string) =>
        db
          .updateTable('webhooks')
          .set({ [column]: value })
          .where('id', '=', row.id)
          .where(column, '=', encrypted)
          .execute(),
    });
    const previous = getValidPreviousSecret(row);
    return [
      toSecret('secret', row.secret),
      ...(previous === null ? [] : [toSecret('previousSecret', previous)]),
    ];
  });
}

/** Decrypts a webhook's secret. @throws AppError conflict when SECRET_KEY has changed */
export async function decryptWebhookSecret(
  site: SiteOptions,
  id: string,
  sealed: string,
): Promise<string> {
  const opened = await decryptSecret(site, getPurpose(id), sealed);
  if (!opened) {
    throw new AppError(
      'conflict',
      'The webhook’s secret can’t be read, because SECRET_KEY has changed. Set the old SECRET_KEY again, or replace the secret.',
    );
  }
  return opened.text;
}

async function readKey(site: SiteOptions, id: string, sealed: string): Promise<Buffer> {
  const secret = await decryptWebhookSecret(site, id, sealed);
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

/** Returns the keys that sign a webhook's messages: the current one, then the one it replaced. */
export async function readSigningKeys(site: SiteOptions, row: WebhookRow): Promise<Buffer[]> {
  const previous = getValidPreviousSecret(row);
  const secrets = previous === null ? [row.secret] : [row.secret, previous];
  return Promise.all(secrets.map((sealed) => readKey(site, row.id, sealed)));
}
