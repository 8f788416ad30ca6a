import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.server';
import { createToken, hashToken } from '../../lib/secret-token.server';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import type { Environment } from '../environment/environment.server';
import { buildCookie } from './cookies.server';

declare module '../../db/database.server' {
  interface Tables {
    knownDevices: { tokenHash: string; userId: string; lastSeenAt: string };
  }
}

/** Lifetime of a known device after its last sign-in. */
const deviceLifetimeMs = 180 * DAY;

const getDeviceCookie = (environment: Environment) =>
  buildCookie(environment, { name: 'device', sameSite: 'strict', maxAgeMs: deviceLifetimeMs });

const readDeviceToken = ({ cookies }: FastifyRequest, environment: Environment) =>
  cookies[getDeviceCookie(environment).name];

/**
 * Finds the known device of a request: one with an earlier successful sign-in. It grants no access,
 * but its failures are counted separately, so that strangers can't lock the owner out.
 * @returns the key under which its failures are counted
 */
export async function findKnownDevice(
  db: Database,
  request: FastifyRequest,
  environment: Environment,
): Promise<string | undefined> {
  const token = readDeviceToken(request, environment);
  if (!token) return undefined;
  const device = await db
    .selectFrom('knownDevices')
    .select('tokenHash')
    .where('tokenHash', '=', hashToken(token))
    .where('lastSeenAt', '>', getTimeAgo(deviceLifetimeMs))
    .executeTakeFirst();
  return device && `device:${device.tokenHash}`;
}

/** Makes the device that has just signed in known. @returns its new token, for `setDeviceCookie` */
export async function rememberDevice(
  db: Database,
  userId: string,
  request: FastifyRequest,
  environment: Environment,
): Promise<string> {
  const token = createToken();
  const oldToken = readDeviceToken(request, environment);
  if (oldToken)
    await db.deleteFrom('knownDevices').where('tokenHash', '=', hashToken(oldToken)).execute();
  await db
    .insertInto('knownDevices')
    .values({ tokenHash: hashToken(token), userId, lastSeenAt: new Date().toISOString() })
    .execute();
  return token;
}

/** Sets the cookie that identifies a known device. */
export function setDeviceCookie(reply: FastifyReply, environment: Environment, token: string) {
  const { name, attributes } = getDeviceCookie(environment);
  reply.setCookie(name, token, attributes);
}

/** Deletes all of a user's known devices, except the one that sent the request. */
export async function forgetOtherDevices(
  db: Database,
  userId: string,
  request: FastifyRequest,
  environment: Environment,
): Promise<void> {
  const ownToken = readDeviceToken(request, environment);
  await db
    .deleteFrom('knownDevices')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', ownToken ? hashToken(ownToken) : '')
    .execute();
}

/** Deletes the known devices without a recent sign-in. */
export async function purgeKnownDevices(db: Database): Promise<void> {
  await db
    .deleteFrom('knownDevices')
    .where('lastSeenAt', '<=', getTimeAgo(deviceLifetimeMs))
    .execute();
}
