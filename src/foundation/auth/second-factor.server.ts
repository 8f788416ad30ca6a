import { hash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { AppError } from '../../lib/errors';
import { decryptSecret, encryptSecret } from '../settings/encryption.server';
import type { Environment } from '../settings/environment.server';
import type { SecondFactorSetup, SecondFactorState } from './security-contract';

interface SecondFactorRow {
  userId: string;
  /** Base32, sealed: checking a code needs it, so a hash would not do. */
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

interface SecondFactorContext {
  db: Database;
  environment: Environment;
}

/** What a secret is sealed for: another user's opens nothing. */
const getSealPurpose = (userId: string) => `second-factor:${userId}`;

/** Seconds of a code, and how many codes before and after the present one count: clocks differ. */
const periodSeconds = 30;
const windowSteps = 1;

const recoveryCodeCount = 10;

/** Said where codes can't be checked, after the right password and to who runs the server. */
export const unreadableSecretMessage =
  'Codes from the app can’t be checked, because SECRET_KEY has changed since the second factor was set up. Set the old SECRET_KEY again, use a recovery code, or run npm run second-factor-off on the server.';

/** No letter or digit that looks like another (Crockford's alphabet, in lower case). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 random bits: too many to be guessed even from their hash, so a quick hash is enough. */
function generateRecoveryCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

const hashRecoveryCode = (userId: string, code: string) => hash('sha256', `${userId}:${code}`);

const createTotp = (secret: string, issuer = '', label = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label, period: periodSeconds });

/** The row of a user's second factor, turned on or just being set up. */
const findRow = (db: Database, userId: string) =>
  db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst();

/** Whether sign-in asks for a code. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  return Boolean((await findRow(db, userId))?.confirmedAt);
}

/** Since when it is on, and how many recovery codes are left. */
export async function getSecondFactorState(
  db: Database,
  userId: string,
): Promise<SecondFactorState> {
  const [row, codes] = await Promise.all([
    findRow(db, userId),
    db
      .selectFrom('recoveryCodes')
      .select((eb) => eb.fn.countAll().as('left'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow(),
  ]);
  const enabledAt = row?.confirmedAt ?? null;
  return { enabledAt, recoveryCodesLeft: enabledAt ? Number(codes.left) : 0 };
}

/** Makes a new secret, which counts from the first code that proves that an app holds it. */
export async function beginSetup(
  context: SecondFactorContext,
  userId: string,
): Promise<SecondFactorSetup> {
  const { db, environment } = context;
  const secret = new Secret({ size: 20 }).base32;
  const values = {
    secret: await encryptSecret(context, getSealPurpose(userId), secret),
    confirmedAt: null,
    lastStep: 0,
    createdAt: new Date().toISOString(),
  };
  await db
    .insertInto('secondFactors')
    .values({ userId, ...values })
    // Never over one that is on.
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet(values).where('secondFactors.confirmedAt', 'is', null),
    )
    .execute();
  return { secret, uri: createTotp(secret, environment.SITE_NAME, 'Admin').toString() };
}

/**
 * Takes a code of the app, once. The step goes up in the same statement: twins can't both count.
 * @throws AppError conflict when the secret was sealed with another key than this server has
 */
async function consumeAppCode(
  context: SecondFactorContext,
  row: SecondFactorRow,
  code: string,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false;
  const secret = await decryptSecret(context, getSealPurpose(row.userId), row.secret);
  if (!secret) throw new AppError('conflict', unreadableSecretMessage);
  const now = Date.now();
  const delta = createTotp(secret.text).validate({
    token: code,
    timestamp: now,
    window: windowSteps,
  });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / periodSeconds) + delta;
  const result = await context.db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', row.userId)
    // The one that was read: a setup that begins anew at this moment has a secret of its own.
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
 * Takes a one-time code of a user whose second factor is on. It counts once.
 * @returns which kind it was; null when it was wrong or used before
 * @throws AppError conflict when no key opens the app's secret
 */
export async function consumeCode(
  context: SecondFactorContext,
  userId: string,
  input: string,
): Promise<'app' | 'recovery' | null> {
  const row = await findRow(context.db, userId);
  if (!row?.confirmedAt) return null;
  const code = input.toLowerCase().replace(/[\s-]/g, '');
  if (await consumeAppCode(context, row, code)) return 'app';
  return (await consumeRecoveryCode(context.db, userId, code)) ? 'recovery' : null;
}

/** Makes ten recovery codes; those of before count no longer. @returns them, this once */
export async function renewRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, generateRecoveryCode);
  await runInTransaction(db, async (transaction) => {
    await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await transaction
      .insertInto('recoveryCodes')
      .values(
        codes.map((code) => ({
          userId,
          codeHash: hashRecoveryCode(userId, code.replaceAll('-', '')),
        })),
      )
      .execute();
  });
  return codes;
}

/**
 * Turns the second factor on with the first code of the app that was set up.
 * @returns the recovery codes; null when the code is wrong or nothing was set up
 */
export async function confirmSetup(
  context: SecondFactorContext,
  userId: string,
  code: string,
): Promise<string[] | null> {
  const { db } = context;
  const row = await findRow(db, userId);
  if (!row || row.confirmedAt || !(await consumeAppCode(context, row, code.replace(/\s/g, '')))) {
    return null;
  }
  const codes = await renewRecoveryCodes(db, userId);
  await db
    .updateTable('secondFactors')
    .set({ confirmedAt: new Date().toISOString() })
    .where('userId', '=', userId)
    .where('secret', '=', row.secret)
    .execute();
  return codes;
}

/**
 * Looks whether each stored secret can be read.
 * @param reseal also seals anew what is in clear or was sealed with an earlier key
 * @returns how many can't be read
 */
export async function countUnreadableSecrets(
  context: SecondFactorContext,
  { reseal }: { reseal: boolean },
): Promise<number> {
  let unreadable = 0;
  for (const { userId, secret } of await context.db
    .selectFrom('secondFactors')
    .select(['userId', 'secret'])
    .execute()) {
    const opened = await decryptSecret(context, getSealPurpose(userId), secret);
    if (!opened) unreadable += 1;
    else if (reseal && !opened.isCurrent) {
      await context.db
        .updateTable('secondFactors')
        .set({ secret: await encryptSecret(context, getSealPurpose(userId), opened.text) })
        .where('userId', '=', userId)
        .where('secret', '=', secret)
        .execute();
    }
  }
  return unreadable;
}

/**
 * Ends everything that may have been used already, when it can't be known what was: recovery codes,
 * setups that were not finished, and the app's codes up to those that count by now. The next code of
 * the app counts within a minute.
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

/** Turns everybody's off: for who runs the server and has lost phone and recovery codes. */
export async function turnOffAllSecondFactors(db: Database): Promise<void> {
  await db.deleteFrom('recoveryCodes').execute();
  await db.deleteFrom('secondFactors').execute();
}

/** Turns it off: a password is enough again. */
export async function turnOffSecondFactor(db: Database, userId: string): Promise<void> {
  await runInTransaction(db, async (transaction) => {
    await transaction.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
    await transaction.deleteFrom('secondFactors').where('userId', '=', userId).execute();
  });
}
