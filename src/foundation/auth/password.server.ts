import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../lib/errors';

/** OWASP's scrypt parameters of 32 MiB: a guess costs about a tenth of a second. */
const scryptCost = { N: 2 ** 15, r: 8, p: 3 } as const;
const maxMemoryBytes = 64 * 1024 * 1024;
const keyBytes = 32;

/** Most derivations that wait: at a tenth of a second each, who comes later is told to come again. */
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
 * One derivation at a time: strangers' guesses must not take 32 MiB each at once. Those of the
 * owner's own devices come first.
 * @throws AppError unavailable when too many wait already
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
    queues[priority].push(
      () =>
        new Promise<void>((done) => {
          scrypt(
            password.normalize('NFKC'),
            salt,
            keyBytes,
            { N, r, p, maxmem: maxMemoryBytes },
            (error, key) => {
              if (error) reject(error);
              else resolve(key);
              done();
            },
          );
        }),
    );
    if (!isDraining) void drainQueues();
  });
}

/** A password's hash with its salt and parameters, as text to be stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, scryptCost, 'owner');
  const { N, r, p } = scryptCost;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Whether a password is the one that was hashed. Takes the same time whichever part differs.
 * @param priority whose guess it is: that of a device known to be the owner's comes before strangers'
 */
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
