import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a random token that can't be guessed. */
export const createToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Hashes a token for the database. A fast hash is enough, because tokens are random. */
export const hashToken = (token: string): string => hash('sha256', token);

/** Signs a text, so that only a holder of the secret can have written it. */
export const signText = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares two secrets of any length, in constant time. */
export const isSameSecret = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(left)), Buffer.from(hashToken(right)));
