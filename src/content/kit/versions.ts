import { createSessionError } from '../../foundation/auth/admin/queries';
import { request } from '../../lib/network/http-client';

/** Returns the header of a change of one version. If another is stored, the server sends 412. */
export const matchVersion = (version: string) => ({ 'If-Match': `"${version}"` });

/** Sends a change that is based on a version. @returns what is stored then */
export const patchVersion = <Stored>(
  url: string,
  version: string,
  body: unknown,
): Promise<Stored> =>
  request<Stored>(url, { method: 'PATCH', body, headers: matchVersion(version) });

/**
 * Loads documents with their version. Without a session the server sends only what everyone may
 * know, which counts as an expired session here.
 */
export async function loadVersion<Stored extends { version: string }>(
  url: string,
  signal?: AbortSignal,
): Promise<Stored> {
  const stored = await request<Stored | { version?: undefined }>(url, {
    ...(signal && { signal }),
  });
  if (stored.version !== undefined) return stored;
  throw createSessionError();
}
