import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../lib/errors';

/** OWASP's scrypt parameters of 32 MiB: a guess costs about a tenth of a second. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const maxmem = 64 * 1024 * 1024;
const keyLength = 32;

/** Most derivations that wait: at a tenth of a second each, who comes later is told to come again. */
const longestQueue = 50;

type Lane = 'owner' | 'stranger';
const waiting: Record<Lane, (() => Promise<void>)[]> = { owner: [], stranger: [] };
let busy = false;

async function work(): Promise<void> {
  busy = true;
  for (;;) {
    const next = waiting.owner.shift() ?? waiting.stranger.shift();
    if (!next) break;
    await next();
  }
  busy = false;
}

/**
 * One derivation at a time: strangers' guesses must not take 32 MiB each at once. Those of the
 * owner's own devices come first.
 * @throws AppError unavailable when too many wait already
 */
function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
  lane: Lane,
): Promise<Buffer> {
  if (waiting[lane].length >= longestQueue) {
    throw new AppError('unavailable', 'Too many are signing in right now. Please try again.', {
      retryAfter: 5,
    });
  }
  return new Promise<Buffer>((resolve, reject) => {
    waiting[lane].push(
      () =>
        new Promise<void>((done) => {
          scrypt(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem }, (error, key) => {
            if (error) reject(error);
            else resolve(key);
            done();
          });
        }),
    );
    if (!busy) void work();
  });
}

/** A password's hash with its salt and parameters, as text to be stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost, 'owner');
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Whether a password is the one that was hashed. Takes the same time whichever part differs.
 * @param lane whose guess it is: that of a device known to be the owner's comes before strangers'
 */
export async function verifyPassword(
  password: string,
  stored: string,
  lane: Lane = 'stranger',
): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const parameters = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), parameters, lane);
  const expected = Buffer.from(key, 'base64');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
