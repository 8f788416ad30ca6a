import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { hasSecondFactor, takeCode } from '../security/second-factor.server';
import { recordEvent } from '../security/security-events.server';
import { adminUsername, type UserRow } from './admin-account.server';
import { knownDevice } from './known-device.server';
import { verifyPassword } from './password.server';
import { sessionToken } from './require-admin.server';
import { sessionHash } from './session-store.server';
import {
  countTry,
  findSenderBucket,
  forgetFailures,
  forgetTry,
  type GuessBucket,
  slowDownPause,
} from './sign-in-limit.server';

interface Parts {
  db: Database;
  environment: Environment;
}

type SignInRequest = FastifyRequest<{ Body: { password: string; code?: string | undefined } }>;

const wrongPassword = () => new AppError('unauthenticated', 'Invalid password');

const adminUser = (db: Database): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username', '=', adminUsername).executeTakeFirst();

/**
 * Counts a try, and writes down when that is one too many.
 * @param bucket what it counts against
 * @throws AppError too_many_requests
 */
export async function countGuess(db: Database, bucket: GuessBucket, request: FastifyRequest) {
  try {
    return await countTry(db, bucket);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') {
      request.log.warn({ address: request.ip }, 'sign-in locked');
    }
    throw error;
  }
}

/**
 * Checks password and, where the second factor is on, code. Each wrong one counts against the
 * address and the network around it, or against the device when someone has signed in on it before:
 * strangers at the same address can't lock that one out, nor does it wait for them.
 * @returns the user's id
 * @throws AppError unauthenticated, second_factor, conflict, too_many_requests, unavailable
 */
export async function signIn(request: SignInRequest, parts: Parts): Promise<string> {
  const { db, environment } = parts;
  const { password, code } = request.body;
  const device = await knownDevice(db, request, environment);
  const bucket =
    device === undefined ? findSenderBucket(request.ip) : { address: device, network: null };
  const { id, slow } = await countGuess(db, bucket, request);
  if (slow && !device) await pause(slowDownPause);
  const user = await adminUser(db);
  if (!user || !(await verifyPassword(password, user.password, device ? 'owner' : 'stranger'))) {
    await recordEvent(db, { kind: 'sign-in-failed', request });
    throw wrongPassword();
  }
  if (await hasSecondFactor(db, user.id)) {
    if (code === undefined) {
      // Not a guess; but earlier failures stay, or the password would buy new guesses at codes.
      await forgetTry(db, id);
      throw new AppError('second_factor', 'Enter the code of your authenticator app.');
    }
    // Or many addresses with a stolen password would have many times the tries.
    const codes = `code:${user.id}`;
    if (!device) await countGuess(db, { address: codes, network: null }, request);
    const taken = await takeCode(parts, user.id, code);
    if (!taken) {
      await recordEvent(db, { kind: 'code-failed', request });
      throw new AppError('second_factor', 'This code is wrong, or was used before.');
    }
    if (!device) await forgetFailures(db, codes);
    if (taken === 'recovery') await recordEvent(db, { kind: 'recovery-code-used', request });
  }
  await forgetFailures(db, bucket.address);
  await recordEvent(db, { kind: 'sign-in', request });
  return user.id;
}

/**
 * Names what a session's wrong proofs count against. The session must be one that runs.
 * @param purpose tells apart what is counted on its own
 */
export function readProofBucket(
  request: FastifyRequest,
  environment: Environment,
  purpose: 'proof' | 'setup' = 'proof',
): string {
  return `${purpose}:${sessionHash(sessionToken(request, environment) ?? '')}`;
}

/**
 * Asks a signed-in user once more for the password, and for a code where the second factor is on, before
 * what a stolen session must not do. Wrong ones count like those at the sign-in, but against the session:
 * counted against the user, those of a stolen one would keep its owner from ending it.
 * @throws AppError invalid naming the wrong or missing field, too_many_requests, unavailable
 */
export async function proveIdentity(
  parts: Parts,
  request: FastifyRequest,
  proof: { password: string; code?: string | undefined },
): Promise<void> {
  const { db } = parts;
  const user = await adminUser(db);
  const bucket = readProofBucket(request, parts.environment);
  const { id } = await countGuess(db, { address: bucket, network: null }, request);
  // Not 401: that would say that the session has ended.
  const refuse = (fields: Record<string, string>) =>
    new AppError('invalid', 'Please check the marked fields.', { fields });
  if (!user || !(await verifyPassword(proof.password, user.password, 'owner'))) {
    await recordEvent(db, { kind: 'sign-in-failed', request });
    throw refuse({ password: 'Invalid password' });
  }
  if (proof.code === undefined && (await hasSecondFactor(db, user.id))) {
    await forgetTry(db, id);
    throw refuse({ code: 'Required' });
  }
  if (proof.code !== undefined && !(await takeCode(parts, user.id, proof.code))) {
    await recordEvent(db, { kind: 'code-failed', request });
    throw refuse({ code: 'This code is wrong, or was used before.' });
  }
  await forgetFailures(db, bucket);
}
