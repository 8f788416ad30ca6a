import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database.server';
import type { Environment } from './environment.server';
import { generatedSecret, madeSecret, secretKey } from './generated-secret.server';
import { keep, readKept } from './kept-file.server';

interface Parts {
  db: Database;
  environment: Environment;
}

const cipher = 'aes-256-gcm';
const version = 'v1';
const lengths = { iv: 12, tag: 16, key: 32 } as const;

/** What the secret is called in the database. */
const name = 'encryption';

/** Its key in `site_state`, when it lies there. */
export const encryptionKeyRow = secretKey(name);

const keyFile = ({ DATA_DIR }: Environment) => join(DATA_DIR, 'secret-key');

/** A key of its own for each purpose (RFC 5869). */
const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `crewbridge:${purpose}`, lengths.key));

/**
 * The secret that is sealed with: `SECRET_KEY`, else one that was made here. SQLite's lies in a file
 * beside the database, so that the database alone tells nothing. PostgreSQL's processes may have
 * different data folders, or new ones at each start, so theirs lies in the database.
 */
async function presentSecret({ db, environment }: Parts): Promise<string> {
  if (environment.SECRET_KEY) return environment.SECRET_KEY;
  if (environment.DATABASE_URL) return generatedSecret(db, name);
  const file = keyFile(environment);
  const fresh = randomBytes(lengths.key).toString('base64url');
  mkdirSync(environment.DATA_DIR, { recursive: true });
  return readKept(file) ?? (keep(file, fresh) ? fresh : (readKept(file) ?? fresh));
}

/** The secrets that something may be sealed with: the present one, and those of before. None is made. */
async function knownSecrets({ db, environment }: Parts) {
  const file = readKept(keyFile(environment));
  const stored = await madeSecret(db, name);
  const present = environment.SECRET_KEY ?? (environment.DATABASE_URL ? stored : file);
  const known = new Set([present, file, stored]);
  return [...known]
    .filter((one) => one !== undefined)
    .map((secret) => ({
      secret,
      isPresent: secret === present,
    }));
}

/**
 * Encrypts a text for the database.
 * @param purpose what it is and whose: it opens for the same purpose alone
 */
export async function seal(parts: Parts, purpose: string, text: string): Promise<string> {
  const iv = randomBytes(lengths.iv);
  const key = keyOf(await presentSecret(parts), purpose);
  const encryption = createCipheriv(cipher, key, iv, { authTagLength: lengths.tag });
  const sealed = [iv, encryption.update(text, 'utf8'), encryption.final(), encryption.getAuthTag()];
  return `${version}.${Buffer.concat(sealed).toString('base64url')}`;
}

function tryToOpen(bytes: Buffer, key: Buffer): string | undefined {
  const decryption = createDecipheriv(cipher, key, bytes.subarray(0, lengths.iv), {
    authTagLength: lengths.tag,
  });
  decryption.setAuthTag(bytes.subarray(-lengths.tag));
  try {
    const text = decryption.update(bytes.subarray(lengths.iv, -lengths.tag));
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
export async function open(
  parts: Parts,
  purpose: string,
  sealed: string,
): Promise<{ text: string; isPresent: boolean } | null> {
  if (!sealed.startsWith(`${version}.`)) return { text: sealed, isPresent: false };
  const bytes = Buffer.from(sealed.slice(version.length + 1), 'base64url');
  if (bytes.length <= lengths.iv + lengths.tag) return null;
  for (const { secret, isPresent } of await knownSecrets(parts)) {
    const text = tryToOpen(bytes, keyOf(secret, purpose));
    if (text !== undefined) return { text, isPresent };
  }
  return null;
}
