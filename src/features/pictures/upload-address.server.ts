import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../lib/errors';

/** Milliseconds that an upload address is good for. */
export const uploadWindow = 10 * 60_000;

/** What an upload address is good for. */
interface Grant {
  id: string;
  /** Milliseconds since 1970. */
  expires: number;
  /** The session that asked for it. */
  sessionHash: string;
}

const signatureOf = (secret: string, { id, expires, sessionHash }: Grant) =>
  createHmac('sha256', secret).update(`upload ${id} ${expires} ${sessionHash}`).digest('base64url');

/** The address that a picture is sent to: signed, for one session, until it expires. */
export function uploadAddress(secret: string, grant: Grant): string {
  const query = new URLSearchParams({
    expires: String(grant.expires),
    signature: signatureOf(secret, grant),
  });
  return `/api/objects/upload/${grant.id}?${query}`;
}

/**
 * Checks that we gave out an address, to this session, and not too long ago.
 * @throws AppError forbidden or gone
 */
export function checkUploadAddress(secret: string, grant: Grant, signature: string): void {
  const right = Buffer.from(signatureOf(secret, grant));
  const given = Buffer.from(signature);
  if (right.length !== given.length || !timingSafeEqual(right, given)) {
    throw new AppError('forbidden', 'This upload address is not valid here.');
  }
  if (grant.expires <= Date.now()) throw expired();
}

export const expired = () => new AppError('gone', 'This upload address has expired.');
