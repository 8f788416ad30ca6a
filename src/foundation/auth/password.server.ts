import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../lib/errors';

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's scrypt parameters for 32 MiB. A guess costs about a tenth of a second. */
const scryptCost = { N: 2 ** 15, r: 8, p: 3 } as const;
const maxMemoryBytes = 64 * 1024 * 1024;
const keyBytes = 32;

/** Maximum number of queued derivations, at a tenth of a second each. Later ones get a 503. */
const maxQueueLength = 50;

type Priority = 'owner' | 'stranger';
const queues: Record<Priority, (() => Promise<void>)[]> = { owner: [], stranger: [] };
let isDraining = false;

async function drainQueues(): Promise<void> {
  isDraining = true;
  for (;;) {
    const next = queues.owner.shift() ?? queues.stranger.shift();
    if (!next) break;
    await next();
  }
  isDraining = false;
}

/**
 * Runs one derivation at a time, so that concurrent guesses don't take 32 MiB each. Known devices
 * have priority.
 * @throws AppError unavailable when too many are queued
 */
function deriveKey(
  password: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
  priority: Priority,
): Promise<Buffer> {
  if (queues[priority].length >= maxQueueLength) {
    throw new AppError('unavailable', 'Too many sign-ins are in progress. Please try again.', {
      retryAfterSeconds: 5,
    });
  }
  return new Promise<Buffer>((resolve, reject) => {
    const cost = { N, r, p, maxmem: maxMemoryBytes };
    queues[priority].push(() =>
      scryptAsync(password.normalize('NFKC'), salt, keyBytes, cost).then(resolve, reject),
    );
    if (!isDraining) void drainQueues();
  });
}

/** Hashes a password. The result contains the salt and the parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, scryptCost, 'owner');
  const { N, r, p } = scryptCost;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Compares a password with a hash, in constant time. Known devices (`owner`) have priority. */
export async function verifyPassword(
  password: string,
  stored: string,
  priority: Priority = 'stranger',
): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await deriveKey(password, Buffer.from(salt, 'base64'), parameters, priority);
  const expected = Buffer.from(key, 'base64');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
