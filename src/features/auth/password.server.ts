import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's scrypt parameters of 32 MiB: a guess costs about a tenth of a second. */
const cost = { N: 2 ** 15, r: 8, p: 3 } as const;
const maxmem = 64 * 1024 * 1024;
const keyLength = 32;

let queue: Promise<unknown> = Promise.resolve();

/** One derivation at a time: strangers' guesses must not take 32 MiB each at once. */
function derive(password: string, salt: Buffer, { N, r, p }: { N: number; r: number; p: number }) {
  const derived = queue.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyLength, { N, r, p, maxmem }, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
  queue = derived.catch(() => undefined);
  return derived;
}

/** A password's hash with its salt and parameters, as text to be stored. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  const { N, r, p } = cost;
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether a password is the one that was hashed. Takes the same time whichever part differs. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const derived = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  const expected = Buffer.from(key, 'base64');
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}
