import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/database.server';
import { buildSecretKey, findSecret, getOrCreateSecret } from '../../db/stored-secret.server';
import { readWriteOnceFile, writeOnceFile } from '../../lib/write-once-file.server';
import type { Environment } from './environment.server';

interface EncryptionContext {
  db: Database;
  environment: Environment;
}

const cipher = 'aes-256-gcm';
const version = 'v1';
const byteLengths = { iv: 12, tag: 16, key: 32 } as const;

/** What the secret is called in the database. */
const name = 'encryption';

/** Its key in `site_state`, when it lies there. */
export const encryptionKeyRow = buildSecretKey(name);

const getKeyFilePath = ({ DATA_DIR }: Environment) => join(DATA_DIR, 'secret-key');

/** A key of its own for each purpose (RFC 5869). */
const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `crewbridge:${purpose}`, byteLengths.key));

/**
 * The secret that is sealed with: `SECRET_KEY`, else one that was made here. SQLite's lies in a file
 * beside the database, so that the database alone tells nothing. PostgreSQL's processes may have
 * different data folders, or new ones at each start, so theirs lies in the database.
 */
async function getCurrentSecret({ db, environment }: EncryptionContext): Promise<string> {
  if (environment.SECRET_KEY) return environment.SECRET_KEY;
  if (environment.DATABASE_URL) return getOrCreateSecret(db, name);
  const file = getKeyFilePath(environment);
  const newSecret = randomBytes(byteLengths.key).toString('base64url');
  mkdirSync(environment.DATA_DIR, { recursive: true });
  return (
    readWriteOnceFile(file) ??
    (writeOnceFile(file, newSecret) ? newSecret : (readWriteOnceFile(file) ?? newSecret))
  );
}

/** The secrets that something may be sealed with: the present one, and those of before. None is made. */
async function listSecrets({ db, environment }: EncryptionContext) {
  const file = readWriteOnceFile(getKeyFilePath(environment));
  const stored = await findSecret(db, name);
  const current = environment.SECRET_KEY ?? (environment.DATABASE_URL ? stored : file);
  const candidates = new Set([current, file, stored]);
  return [...candidates]
    .filter((candidate) => candidate !== undefined)
    .map((secret) => ({
      secret,
      isCurrent: secret === current,
    }));
}

/**
 * Encrypts a text for the database.
 * @param purpose what it is and whose: it opens for the same purpose alone
 */
export async function encryptSecret(
  context: EncryptionContext,
  purpose: string,
  text: string,
): Promise<string> {
  const iv = randomBytes(byteLengths.iv);
  const key = deriveKey(await getCurrentSecret(context), purpose);
  const encryption = createCipheriv(cipher, key, iv, { authTagLength: byteLengths.tag });
  const encrypted = [
    iv,
    encryption.update(text, 'utf8'),
    encryption.final(),
    encryption.getAuthTag(),
  ];
  return `${version}.${Buffer.concat(encrypted).toString('base64url')}`;
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
 * Decrypts what `seal` has made, also with a secret that was the present one before. A text of
 * before there was encryption opens as it is.
 * @returns the text, and whether it is sealed with the present secret; null when no secret opens it
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
