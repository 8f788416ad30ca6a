import { hash, randomBytes } from 'node:crypto';

/** Creates a token that nobody can guess. */
export const createToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/**
 * Hashes a token for the database, so that who reads the database can't use it. A fast hash is enough: the
 * token is random.
 */
export const hashToken = (token: string): string => hash('sha256', token);
