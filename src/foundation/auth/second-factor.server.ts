import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { countRows, type Database, type DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import type { SiteOptions } from '../environment/define-plugin.server';
import { decryptSecret, encryptSecret } from '../environment/encryption.server';
import type { SecondFactorSetup, SecondFactorState } from './contract';

interface SecondFactorRow {
  userId: string;
  /** Base32, encrypted. Checking a code needs the secret, so it can't be hashed. */
  secret: string;
  confirmedAt: string | null;
  lastStep: number;
  createdAt: string;
}

declare module '../../db/database.server' {
  interface Tables {
    secondFactors: SecondFactorRow;
    recoveryCodes: { codeHash: string; userId: string };
  }
}

/** Binds a secret to its user, so that it can't be decrypted as another user's. */
const getSealPurpose = (userId: string) => `second-factor:${userId}`;

/** The lifetime of a code, and how many codes before and after are accepted: clocks differ. */
const periodSeconds = 30;
const windowSteps = 1;

const recoveryCodeCount = 10;

/** Shown when codes can't be checked: after the right password, and to the operator. */
export const unreadableSecretMessage =
  'Codes from the app can’t be checked, because SECRET_KEY has changed since the second factor was set up. Set the old SECRET_KEY again, use a recovery code, or run npm run second-factor-off on the server.';

/** Crockford's Base32 alphabet in lower case: no letters and digits that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates a recovery code of 80 random bits, which can't be guessed even from a fast hash. */
function generateRecoveryCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

const hashRecoveryCode = (userId: string, code: string) => hash('sha256', `${userId}:${code}`);

const createTotp = (secret: string, issuer = '', label = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: periodSeconds });

/** Finds a user's second factor, whether it is on or being set up. */
const findRow = (db: Database, userId: string) =>
  db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst();

/** Returns whether sign-in requires a code. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  return Boolean((await findRow(db, userId))?.confirmedAt);
}

/** Returns when the second factor was turned on, and how many recovery codes are left. */
export async function getSecondFactorState(
  db: Database,
  userId: string,
): Promise<SecondFactorState> {
  const [row, codesLeft] = await Promise.all([
    findRow(db, userId),
    countRows(db.selectFrom('recoveryCodes').where('userId', '=', userId)),
  ]);
  const enabledAt = row?.confirmedAt ?? null;
  return { enabledAt, recoveryCodesLeft: enabledAt ? codesLeft : 0 };
}

/** Creates a new secret. It takes effect once a first code has proven that an app has it. */
export async function beginSetup(site: SiteOptions, userId: string): Promise<SecondFactorSetup> {
  const { db, environment } = site;
  const secret = new Secret({ size: 20 }).base32;
  const values = {
    secret: await encryptSecret(site, getSealPurpose(userId), secret),
    confirmedAt: null,
    lastStep: 0,
    createdAt: new Date().toISOString(),
  };
  await db
    .insertInto('secondFactors')
    .values({ userId, ...values })
    // Never replace the secret of a second factor that is on.
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(values).where('secondFactors.confirmedAt', 'is', null),
    )
    .execute();
  return { secret, uri: createTotp(secret, environment.SITE_NAME, 'Admin').toString() };
}

/**
 * Accepts a code of the app, once. One statement checks and increments the step, so that two
 * requests can't both use the code.
 * @throws AppError conflict when the secret was encrypted with a key that this server doesn't have
 */
async function consumeAppCode(
  site: SiteOptions,
  row: SecondFactorRow,
  code: string,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false;
  const secret = await decryptSecret(site, getSealPurpose(row.userId), row.secret);
  if (!secret) throw new AppError('conflict', unreadableSecretMessage);
  const now = Date.now();
  const totp = createTotp(secret.text);
  const delta = totp.validate({ token: code, timestamp: now, window: windowSteps });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / periodSeconds) + delta;
  const result = await site.db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', row.userId)
    // Match the secret that was read: a setup restarted at the same time has another one.
    .where('secret', '=', row.secret)
    .where('lastStep', '<', step)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

async function consumeRecoveryCode(db: Database, userId: string, code: string): Promise<boolean> {
  const letters = code.replaceAll('o', '0').replace(/[il]/g, '1');
  const result = await db
    .deleteFrom('recoveryCodes')
    .where('codeHash', '=', hashRecoveryCode(userId, letters))
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

/**
 * Accepts a one-time code of a user whose second factor is on, once.
 * @returns the kind of code; null when it was wrong or used before
 * @throws AppError conflict when the app's secret can't be decrypted
 */
export async function consumeCode(
  site: SiteOptions,
  userId: string,
  input: string,
): Promise<'app' | 'recovery' | null> {
  const row = await findRow(site.db, userId);
  if (!row?.confirmedAt) return null;
  const code = input.toLowerCase().replace(/[\s-]/g, '');
  if (await consumeAppCode(site, row, code)) return 'app';
  return (await consumeRecoveryCode(site.db, userId, code)) ? 'recovery' : null;
}

async function replaceRecoveryCodes(
  transaction: DatabaseTransaction,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode);
  await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  const rows = codes.map((code) => ({
    userId,
    codeHash: hashRecoveryCode(userId, code.replaceAll('-', '')),
  }));
  await transaction.insertInto('recoveryCodes').values(rows).execute();
  return codes;
}

/** Replaces the recovery codes. @returns the ten new codes, which can't be read again */
export const renewRecoveryCodes = (db: Database, userId: string): Promise<string[]> =>
  runInTransaction(db, (transaction) => replaceRecoveryCodes(transaction, userId));

/**
 * Turns the second factor on with the app's first code.
 * @returns the recovery codes; null when the code is wrong or nothing was set up
 */
export async function confirmSetup(
  site: SiteOptions,
  userId: string,
  code: string,
): Promise<string[] | null> {
  return runInTransaction(site.db, async (db) => {
    const row = await findRow(db, userId);
    const isRight =
      row &&
      !row.confirmedAt &&
      (await consumeAppCode({ ...site, db }, row, code.replace(/\s/g, '')));
    if (!isRight) return null;
    const { numUpdatedRows } = await db
      .updateTable('secondFactors')
      .set({ confirmedAt: new Date().toISOString() })
      .where('userId', '=', userId)
      .where('secret', '=', row.secret)
      .where('confirmedAt', 'is', null)
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows) === 1 ? replaceRecoveryCodes(db, userId) : null;
  });
}

/** Lists the stored secrets of apps. */
export async function listSecondFactorSecrets(db: Database) {
  const rows = await db.selectFrom('secondFactors').select(['userId', 'secret']).execute();
  return rows.map(({ userId, secret }) => ({
    purpose: getSealPurpose(userId),
    encrypted: secret,
    replace: (encrypted: string) =>
      db
        .updateTable('secondFactors')
        .set({ secret: encrypted })
        .where('userId', '=', userId)
        .where('secret', '=', secret)
        .execute(),
  }));
}

/**
 * Invalidates all codes that may have been used already, for cases where that can't be determined:
 * recovery codes, unfinished setups, and the app's codes up to the current ones. The app's next
 * code is accepted within a minute.
 */
export async function invalidateUsedCodes(db: Database): Promise<void> {
  await db.deleteFrom('recoveryCodes').execute();
  await db.deleteFrom('secondFactors').where('confirmedAt', 'is', null).execute();
  const newestStep = Math.floor(Date.now() / 1000 / periodSeconds) + windowSteps;
  await db
    .updateTable('secondFactors')
    .set({ lastStep: newestStep })
    .where('lastStep', '<', newestStep)
    .execute();
}

/** Turns off a user's second factor, by default everybody's, so that a password is enough. */
export const turnOffSecondFactor = (db: Database, userId?: string): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    for (const table of ['recoveryCodes', 'secondFactors'] as const) {
      const query = transaction.deleteFrom(table);
      await (userId === undefined ? query : query.where('userId', '=', userId)).execute();
    }
  });
