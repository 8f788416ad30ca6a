import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { getClientAddress, toClientNetwork } from '../../http/client-network.server';
import { AppError, createFormError } from '../../lib/errors';
import { hashToken } from '../../lib/secret-token.server';
import type { SiteOptions } from '../environment/define-plugin.server';
import type { Environment } from '../environment/environment.server';
import { findAdminUser, type UserRow } from './admin-account.server';
import type { Proof, SignInInput } from './contract';
import { readSessionToken } from './cookies.server';
import { findKnownDevice } from './known-device.server';
import { verifyPassword } from './password.server';
import { consumeCode, hasSecondFactor } from './second-factor.server';
import { recordSecurityEvent } from './security-event-store.server';
import {
  type AttemptBucket,
  clearFailures,
  releaseAttempt,
  reserveAttempt,
  slowDownMs,
} from './sign-in-limit.server';

type SignInRequest = FastifyRequest<{ Body: SignInInput }>;

/** Counts an attempt, and logs when it exceeds the limit. @throws AppError too_many_requests */
export async function countAttempt(db: Database, bucket: AttemptBucket, request: FastifyRequest) {
  try {
    return await reserveAttempt(db, bucket);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') {
      request.log.warn({ address: getClientAddress(request) }, 'sign-in locked');
    }
    throw error;
  }
}

/** Records and rejects a wrong password. @throws AppError unauthenticated */
export async function rejectPassword(db: Database, request: FastifyRequest): Promise<never> {
  await recordSecurityEvent(db, { kind: 'sign-in-failed', request });
  throw new AppError('unauthenticated', 'Invalid password');
}

/**
 * Locks a user whose password was verified, so that it can't be changed before the transaction ends.
 * @returns false when it was changed after it was read: verifying takes a while
 */
export async function lockVerifiedUser(
  transaction: DatabaseTransaction,
  { id, password }: UserRow,
): Promise<boolean> {
  const query = transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password', '=', password);
  return (await lockRows(transaction, query).executeTakeFirst()) !== undefined;
}

/** Compares the password. An attempt at which it could not be compared, as under load, is released. */
async function comparePassword(
  db: Database,
  attemptId: string,
  ...comparison: Parameters<typeof verifyPassword>
): Promise<boolean> {
  try {
    return await verifyPassword(...comparison);
  } catch (error) {
    await releaseAttempt(db, attemptId);
    throw error;
  }
}

/** Accepts a one-time code, once. Records a wrong one, and a recovery code: a thief may have it. */
async function acceptCode(
  site: SiteOptions,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<boolean> {
  const kind = await consumeCode(site, userId, code);
  if (kind === 'app') return true;
  const event = kind === null ? 'code-failed' : 'recovery-code-used';
  await recordSecurityEvent(site.db, { kind: event, request });
  return kind !== null;
}

/**
 * Checks the password and, if the second factor is on, the code. Failures count against the address
 * and its network, or against a known device, which others can therefore neither lock out nor
 * delay.
 * @returns the user as verified; the session's transaction must begin with `lockVerifiedUser`
 * @throws AppError unauthenticated, second_factor, conflict, too_many_requests, unavailable
 */
export async function signIn(request: SignInRequest, site: SiteOptions): Promise<UserRow> {
  const { db, environment } = site;
  const { password, code } = request.body;
  const device = await findKnownDevice(db, request, environment);
  const bucket =
    device === undefined ? toClientNetwork(request.ip) : { address: device, network: null };
  const { id, isSlowedDown } = await countAttempt(db, bucket, request);
  if (isSlowedDown && !device) await pause(slowDownMs);
  const user = await findAdminUser(db);
  const priority = device ? 'owner' : 'stranger';
  if (!user || !(await comparePassword(db, id, password, user.password, priority))) {
    return rejectPassword(db, request);
  }
  if (await hasSecondFactor(db, user.id)) {
    if (code === undefined) {
      // This was not a guess, so release it. Earlier failures still count: otherwise the right
      // password would allow new guesses at codes.
      await releaseAttempt(db, id);
      throw new AppError('second_factor', 'Enter the code of your authenticator app.');
    }
    // Count codes per account as well: otherwise an attacker with a stolen password could multiply
    // the guesses by using many addresses.
    const codeBucket = `code:${user.id}`;
    if (!device) await countAttempt(db, { address: codeBucket, network: null }, request);
    if (!(await acceptCode(site, request, user.id, code))) {
      throw new AppError('second_factor', 'This code is wrong or was already used.');
    }
    if (!device) await clearFailures(db, codeBucket);
  }
  await clearFailures(db, bucket.address);
  return user;
}

/** Returns the key under which failed proofs of a session are counted, for each purpose. */
export function getProofBucket(
  request: FastifyRequest,
  environment: Environment,
  purpose: 'proof' | 'setup' = 'proof',
): string {
  return `${purpose}:${hashToken(readSessionToken(request, environment))}`;
}

/**
 * Requires the password again, and the code if the second factor is on, for what a stolen session
 * must not do. Failures count per session: a stolen one can't keep its owner from ending it. A wrong
 * proof is no 401, which would mean that the session has ended.
 * @returns the user as verified, for `lockVerifiedUser`
 * @throws AppError invalid naming the wrong or missing field, too_many_requests, unavailable
 */
export async function proveIdentity(
  site: SiteOptions,
  request: FastifyRequest,
  proof: Proof,
): Promise<UserRow> {
  const { db } = site;
  const user = await findAdminUser(db);
  const bucket = getProofBucket(request, site.environment);
  const { id } = await countAttempt(db, { address: bucket, network: null }, request);
  if (!user || !(await comparePassword(db, id, proof.password, user.password, 'owner'))) {
    await recordSecurityEvent(db, { kind: 'sign-in-failed', request });
    throw createFormError({ password: 'Invalid password' });
  }
  if (proof.code === undefined && (await hasSecondFactor(db, user.id))) {
    await releaseAttempt(db, id);
    throw createFormError({ code: 'Required' });
  }
  if (proof.code !== undefined && !(await acceptCode(site, request, user.id, proof.code))) {
    throw createFormError({ code: 'This code is wrong or was already used.' });
  }
  await clearFailures(db, bucket);
  return user;
}
