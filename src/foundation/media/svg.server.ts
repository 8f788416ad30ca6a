import { AppError } from '../../lib/errors';

/** More than logos have, and little enough to parse at once. */
const maxSvgBytes = 1_000_000;

const createSvgError = (message: string) => new AppError('unreadable', message);

/**
 * References to anything but a part of the same file: pictures, fonts, styles. The renderer would
 * not load them, so the logo would be incomplete.
 */
const outsideReference =
  /\bhref\s*=\s*(?:"\s*[^#\s"]|'\s*[^#\s'])|url\((?!\s*(?:["']\s*)?#)|@import/i;

/**
 * Checks an SVG logo and removes its document type, before it is rendered to pixels. Scripts and
 * embedded HTML need no removal: the renderer knows neither, and only its pixels are stored.
 * @throws AppError unreadable, with what to do
 */
export function sanitizeSvg(bytes: Buffer): Buffer {
  if (bytes.length > maxSvgBytes) {
    throw createSvgError('The SVG is larger than 1 MB. Save it as PNG and try again.');
  }
  const text = bytes.toString('utf8').replace(/<!DOCTYPE[^<>[]*>/i, '');
  // Entities can expand to gigabytes.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw createSvgError('The SVG defines entities. Save it as PNG and try again.');
  }
  // Links lead nowhere in a picture. XML allows no `<` in a tag, and without it each scan is short.
  const withoutLinks = text.replace(/<a\s[^<>]*>/gi, '<a>');
  if (outsideReference.test(withoutLinks)) {
    throw createSvgError('The SVG refers to other files. Save it as PNG and try again.');
  }
  return Buffer.from(withoutLinks);
}
