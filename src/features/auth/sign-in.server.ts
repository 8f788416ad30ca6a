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
import {
  countTry,
  forgetFailures,
  forgetTry,
  limitedAddress,
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
export async function countGuess(db: Database, bucket: string, request: FastifyRequest) {
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
 * address, or against the device when someone has signed in on it before: strangers at the same
 * address can't lock that one out, nor does it wait for them.
 * @returns the user's id
 * @throws AppError unauthenticated, second_factor, conflict, too_many_requests, unavailable
 */
export async function signIn(request: SignInRequest, parts: Parts): Promise<string> {
  const { db, environment } = parts;
  const { password, code } = request.body;
  const device = await knownDevice(db, request, environment);
  const bucket = device ?? limitedAddress(request.ip);
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
    if (!device) await countGuess(db, codes, request);
    const taken = await takeCode(parts, user.id, code);
    if (!taken) {
      await recordEvent(db, { kind: 'code-failed', request });
      throw new AppError('second_factor', 'This code is wrong, or was used before.');
    }
    if (!device) await forgetFailures(db, codes);
    if (taken === 'recovery') await recordEvent(db, { kind: 'recovery-code-used', request });
  }
  await forgetFailures(db, bucket);
  await recordEvent(db, { kind: 'sign-in', request });
  return user.id;
}

/**
 * Asks a signed-in user once more who they are, before what a stolen session must not do. Wrong
 * answers count like those at the sign-in, against the session's user.
 * @throws AppError invalid naming the wrong field, too_many_requests, unavailable
 */
export async function proveIdentity(
  parts: Parts,
  request: FastifyRequest,
  proof: { password: string; code?: string },
): Promise<void> {
  const { db } = parts;
  const user = await adminUser(db);
  const bucket = `proof:${user?.id}`;
  await countGuess(db, bucket, request);
  // Not 401: that would say that the session has ended.
  const refuse = (fields: Record<string, string>) =>
    new AppError('invalid', 'Please check the marked fields.', { fields });
  if (!user || !(await verifyPassword(proof.password, user.password, 'owner'))) {
    await recordEvent(db, { kind: 'sign-in-failed', request });
    throw refuse({ password: 'Invalid password' });
  }
  if (proof.code !== undefined && !(await takeCode(parts, user.id, proof.code))) {
    await recordEvent(db, { kind: 'code-failed', request });
    throw refuse({ code: 'This code is wrong, or was used before.' });
  }
  await forgetFailures(db, bucket);
}
