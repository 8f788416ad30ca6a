import { randomBytes } from 'node:crypto';
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

/** Creates a webhook's secret. @returns it, and its encrypted form for the database */
export async function createWebhookSecret(context: EncryptionContext, id: string) {
  const secret = `${prefix}${randomBytes(keyBytes).toString('base64')}`;
  return { secret, sealed: await encryptSecret(context, getPurpose(id), secret) };
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
  { id, secret, previousSecret, previousSecretUntil }: WebhookRow,
): Promise<Buffer[]> {
  const isPreviousValid =
    previousSecret !== null && (previousSecretUntil ?? '') > new Date().toISOString();
  return Promise.all(
    [secret, ...(isPreviousValid ? [previousSecret] : [])].map((sealed) =>
      readKey(context, id, sealed),
    ),
  );
}
