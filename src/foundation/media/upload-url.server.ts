import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../lib/errors';
import { MINUTE } from '../../lib/time';

/** Milliseconds that an upload address is good for. */
export const uploadUrlTtlMs = 10 * MINUTE;

/** What an upload address is good for. */
interface UploadGrant {
  id: string;
  /** Milliseconds since 1970. */
  expires: number;
  /** The session that asked for it. */
  sessionHash: string;
}

const signGrant = (secret: string, { id, expires, sessionHash }: UploadGrant) =>
  createHmac('sha256', secret).update(`upload ${id} ${expires} ${sessionHash}`).digest('base64url');

/** The address that a picture is sent to: signed, for one session, until it expires. */
export function createUploadUrl(secret: string, grant: UploadGrant): string {
  const query = new URLSearchParams({
    expires: String(grant.expires),
    signature: signGrant(secret, grant),
  });
  return `/api/objects/upload/${grant.id}?${query}`;
}

/**
 * Checks that we gave out an address, to this session, and not too long ago.
 * @throws AppError forbidden or gone
 */
export function verifyUploadUrl(secret: string, grant: UploadGrant, signature: string): void {
  const expected = Buffer.from(signGrant(secret, grant));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    throw new AppError('forbidden', 'This upload address is not valid here.');
  }
  if (grant.expires <= Date.now()) throw createExpiredError();
}

export const createExpiredError = () => new AppError('gone', 'This upload address has expired.');
