import { z } from '../lib/schema';

/** A version as HTTP names it (RFC 9110, section 8.8.3). */
export const formatEtag = (version: string): string => `"${version}"`;

/** `If-Match`: any version (`*`), or those that are listed (RFC 9110, section 13.1.1). */
export const ifMatchHeader = z
  .string()
  .check(
    z.maxLength(400),
    z.regex(
      /^(\*|(W\/)?"[^"]*"( *, *(W\/)?"[^"]*")*)$/,
      'Invalid: write it like an ETag, in quotes',
    ),
  );

/**
 * Whether a stored version is one that the header names; without the header, any is. A weak tag
 * (`W/`) never matches, as the RFC has it for this header.
 */
export const createVersionMatcher =
  (header: string | undefined) =>
  (version: string): boolean =>
    header === undefined || header === '*' || header.split(/ *, */).includes(formatEtag(version));
