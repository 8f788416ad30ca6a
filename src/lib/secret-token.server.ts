import { hash, randomBytes } from 'node:crypto';

/** Creates a random token that can't be guessed. */
export const createToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Hashes a token for the database. A fast hash is enough, because tokens are random. */
export const hashToken = (token: string): string => hash('sha256', token);
