import { AppError } from '../../lib/errors';
import { isSameSecret, signText } from '../../lib/secret-token.server';
import { MINUTE } from '../../lib/time/durations';

/** Lifetime of an upload URL. */
export const uploadUrlTtlMs = 10 * MINUTE;

/** The upload that a URL permits. */
interface UploadGrant {
  id: string;
  /** In milliseconds since the epoch. */
  expires: number;
  /** The session that requested it. */
  sessionHash: string;
  /** Logos may be SVG. */
  purpose?: 'logo' | undefined;
}

const signGrant = (secret: string, { id, expires, sessionHash, purpose }: UploadGrant) =>
  signText(secret, `upload ${id} ${expires} ${sessionHash}${purpose ? ` ${purpose}` : ''}`);

/** Creates the URL for an upload: signed, bound to one session, for a limited time. */
export function createUploadUrl(secret: string, grant: UploadGrant): string {
  const query = new URLSearchParams({
    expires: String(grant.expires),
    signature: signGrant(secret, grant),
    ...(grant.purpose && { purpose: grant.purpose }),
  });
  return `/api/objects/upload/${grant.id}?${query}`;
}

/** Verifies the URL of an upload for this session. @throws AppError forbidden or gone */
export function verifyUploadUrl(secret: string, grant: UploadGrant, signature: string): void {
  if (!isSameSecret(signature, signGrant(secret, grant))) {
    throw new AppError('forbidden', 'This upload address is not valid here.');
  }
  if (grant.expires <= Date.now()) throw createExpiredError();
}

export const createExpiredError = () => new AppError('gone', 'This upload address has expired.');
