import { AppError } from '../lib/errors';
import { isSameSecret, signText } from '../lib/secret-token.server';
import { HOUR } from '../lib/time';

const previewTtlMs = HOUR;

/** The item that a preview link shows. */
interface Preview {
  /** The item's collection. */
  path: string;
  id: string;
  /** In milliseconds since the epoch. */
  expires: number;
}

const sign = (secret: string, { path, id, expires }: Preview) =>
  signText(secret, `preview ${path} ${id} ${expires}`);

/** Creates the token of a preview link: signed, for an hour, for anyone who has it. */
export function createPreviewToken(
  secret: string,
  item: Pick<Preview, 'path' | 'id'>,
): { token: string; expires: number } {
  const preview = { ...item, expires: Date.now() + previewTtlMs };
  const token = [preview.path, preview.id, preview.expires, sign(secret, preview)].join('.');
  return { token, expires: preview.expires };
}

export const createPreviewGoneError = () =>
  new AppError('gone', 'This preview link has run out. Ask the person who sent it for a new one.');

/** Verifies the token of a preview link. @throws AppError gone */
export function verifyPreviewToken(secret: string, token: string): Preview {
  const [path = '', id = '', expiresText = '', signature = ''] = token.split('.');
  const preview = { path, id, expires: Number(expiresText) };
  const isValid = isSameSecret(signature, sign(secret, preview));
  // Reject links that expire later than any link should: the clock may have been wrong at their
  // creation.
  const remainingMs = preview.expires - Date.now();
  if (!isValid || remainingMs <= 0 || remainingMs > previewTtlMs) throw createPreviewGoneError();
  return preview;
}
