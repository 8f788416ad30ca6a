import { randomBytes } from 'node:crypto';
import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import {
  decryptSecret,
  type EncryptionContext,
  encryptSecret,
} from '../settings/encryption.server';
import type { WebhookRow } from './table.server';

/** Prefix of a secret (Standard Webhooks); the rest is the key in Base64. */
const prefix = 'whsec_';

const keyBytes = 32;

const getPurpose = (id: string) => `webhook:${id}`;

/** Returns the secret that was replaced, while receivers may still verify with it. */
const getValidPreviousSecret = ({
  previousSecret,
  previousSecretUntil,
}: Pick<WebhookRow, 'previousSecret' | 'previousSecretUntil'>): string | null =>
  (previousSecretUntil ?? '') > new Date().toISOString() ? previousSecret : null;

/** Creates a webhook's secret. @returns it, and its encrypted form for the database */
export async function createWebhookSecret(context: EncryptionContext, id: string) {
  const secret = `${prefix}${randomBytes(keyBytes).toString('base64')}`;
  return { secret, sealed: await encryptSecret(context, getPurpose(id), secret) };
}

/** Reports that stored secrets can't be decrypted. */
export const unreadableWebhooksMessage =
  'Messages to webhooks can’t be signed, because SECRET_KEY has changed. Set the old SECRET_KEY again, or replace the secrets under Settings, Webhooks.';

/** Lists the stored secrets of webhooks, also those that were replaced and are still valid. */
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
  context: EncryptionContext,
  id: string,
  sealed: string,
): Promise<string> {
  const opened = await decryptSecret(context, getPurpose(id), sealed);
  if (!opened) {
    throw new AppError(
      'conflict',
      'The webhook’s secret can’t be read, because SECRET_KEY has changed. Set the old SECRET_KEY again, or replace the secret.',
    );
  }
  return opened.text;
}

async function readKey(context: EncryptionContext, id: string, sealed: string): Promise<Buffer> {
  const secret = await decryptWebhookSecret(context, id, sealed);
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

/** Returns the keys that sign a webhook's messages: the current one, then the one it replaced. */
export async function readSigningKeys(
  context: EncryptionContext,
  row: WebhookRow,
): Promise<Buffer[]> {
  const previous = getValidPreviousSecret(row);
  const secrets = previous === null ? [row.secret] : [row.secret, previous];
  return Promise.all(secrets.map((sealed) => readKey(context, row.id, sealed)));
}
