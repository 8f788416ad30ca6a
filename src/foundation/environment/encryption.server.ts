import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/database.server';
import { buildSecretKey, findSecret, getOrCreateSecret } from '../../db/site-state.server';
import { readOrWriteOnce, readWriteOnceFile } from '../../lib/write-once-file.server';
import type { ServerEnvironment } from './environment.server';

export interface EncryptionContext {
  db: Database;
  environment: Pick<ServerEnvironment, 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY'>;
}

const cipher = 'aes-256-gcm';
const version = 'v1';
const byteLengths = { iv: 12, tag: 16, key: 32 } as const;

/** Name of the secret in the database. */
const name = 'encryption';

/** Its key in `site_state`, if it is stored there. */
export const encryptionKeyRow = buildSecretKey(name);

const getKeyFilePath = ({ DATA_DIR }: EncryptionContext['environment']) =>
  join(DATA_DIR, 'secret-key');

/** Derives a separate key for each purpose (RFC 5869). */
const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `crewbridge:${purpose}`, byteLengths.key));

/**
 * Returns the secret: `SECRET_KEY`, or a generated one. With SQLite it is in a file, so that the
 * database alone reveals nothing. With PostgreSQL it is in the database, because processes may have
 * different data folders.
 */
async function getCurrentSecret({ db, environment }: EncryptionContext): Promise<string> {
  if (environment.SECRET_KEY) return environment.SECRET_KEY;
  if (environment.DATABASE_URL) return getOrCreateSecret(db, name);
  const newSecret = randomBytes(byteLengths.key).toString('base64url');
  mkdirSync(environment.DATA_DIR, { recursive: true });
  const secret = readOrWriteOnce(getKeyFilePath(environment), newSecret);
  // Anybody could decrypt what is encrypted with an empty one.
  if (secret === '') {
    throw new Error('The file secret-key is empty. Restore it, or delete it to get a new one.');
  }
  return secret;
}

/** Lists the current and earlier secrets that a text may be encrypted with. Generates none. */
async function listSecrets({ db, environment }: EncryptionContext) {
  const file = readWriteOnceFile(getKeyFilePath(environment));
  const stored = await findSecret(db, name);
  const current = environment.SECRET_KEY ?? (environment.DATABASE_URL ? stored : file);
  const candidates = new Set([current, file, stored]);
  return [...candidates].flatMap((secret) =>
    secret ? [{ secret, isCurrent: secret === current }] : [],
  );
}

/** Encrypts a text. @param purpose its kind and owner, without which it can't be decrypted */
export async function encryptSecret(
  context: EncryptionContext,
  purpose: string,
  text: string,
): Promise<string> {
  const iv = randomBytes(byteLengths.iv);
  const key = deriveKey(await getCurrentSecret(context), purpose);
  const encryption = createCipheriv(cipher, key, iv, { authTagLength: byteLengths.tag });
  const encrypted = [encryption.update(text, 'utf8'), encryption.final()];
  const bytes = Buffer.concat([iv, ...encrypted, encryption.getAuthTag()]);
  return `${version}.${bytes.toString('base64url')}`;
}

function tryDecrypt(bytes: Buffer, key: Buffer): string | undefined {
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, byteLengths.iv), {
    authTagLength: byteLengths.tag,
  });
  decryption.setAuthTag(bytes.subarray(-byteLengths.tag));
  try {
    const text = decryption.update(bytes.subarray(byteLengths.iv, -byteLengths.tag));
    return Buffer.concat([text, decryption.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/**
 * Decrypts a text, also of an earlier secret. One from before encryption is returned unchanged.
 * @returns the text, and whether its secret is the current one; null when none decrypts it
 */
export async function decryptSecret(
  context: EncryptionContext,
  purpose: string,
  encrypted: string,
): Promise<{ text: string; isCurrent: boolean } | null> {
  if (!encrypted.startsWith(`${version}.`)) return { text: encrypted, isCurrent: false };
  const bytes = Buffer.from(encrypted.slice(version.length + 1), 'base64url');
  if (bytes.length <= byteLengths.iv + byteLengths.tag) return null;
  for (const { secret, isCurrent } of await listSecrets(context)) {
    const text = tryDecrypt(bytes, deriveKey(secret, purpose));
    if (text !== undefined) return { text, isCurrent };
  }
  return null;
}

/** A stored secret, with its purpose for `encryptSecret`. */
interface StoredSecret {
  purpose: string;
  encrypted: string;
  /** Replaces it, unless it has changed in the meantime. */
  replace: (encrypted: string) => Promise<unknown>;
}

/**
 * Checks whether each stored secret can be decrypted.
 * @param reencrypt encrypts secrets anew that are in plain text or encrypted with an earlier key
 * @returns how many can't be decrypted
 */
export async function countUnreadableSecrets(
  context: EncryptionContext,
  secrets: readonly StoredSecret[],
  { reencrypt }: { reencrypt: boolean },
): Promise<number> {
  let unreadable = 0;
  for (const { purpose, encrypted, replace } of secrets) {
    const opened = await decryptSecret(context, purpose, encrypted);
    if (!opened) unreadable += 1;
    else if (reencrypt && !opened.isCurrent) {
      await replace(await encryptSecret(context, purpose, opened.text));
    }
  }
  return unreadable;
}
