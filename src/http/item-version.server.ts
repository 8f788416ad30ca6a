import type { FastifyReply } from 'fastify';
import { z } from '../lib/schema';

/** Formats a version as an ETag (RFC 9110, section 8.8.3). */
const formatEtag = (version: string): string => `"${version}"`;

/** Sets the `ETag` header to the version of what is sent. */
const setEtag = (reply: FastifyReply, version: string): void =>
  void reply.header('ETag', formatEtag(version));

/** Sets the `ETag` header to the version of an item. @returns the item, for the response's body */
export function sendItem<Item extends { updatedAt: string }>(
  reply: FastifyReply,
  item: Item,
): Item {
  setEtag(reply, item.updatedAt);
  return item;
}

/** Sends documents with their common version as the `ETag`. */
export function sendVersion<Documents extends { version: string }>(
  reply: FastifyReply,
  documents: Documents,
): Documents {
  setEtag(reply, documents.version);
  return documents;
}

/**
 * The headers of a change, with `If-Match`: `*` for any version, or a list of ETags (RFC 9110,
 * section 13.1.1).
 */
export const versionHeaders = z.looseObject({
  'if-match': z.optional(
    z
      .string()
      .check(
        z.maxLength(400),
        z.regex(
          /^(\*|(W\/)?"[^"]*"( *, *(W\/)?"[^"]*")*)$/,
          'Invalid: write it like an ETag, in quotes',
        ),
      ),
  ),
});

/**
 * Creates a function that checks whether a stored version matches `If-Match`. Without the header,
 * every version matches. Weak ETags (`W/`) never match, as the RFC requires for this header.
 */
export const createVersionMatcher =
  ({ 'if-match': header }: z.output<typeof versionHeaders>) =>
  (version: string): boolean =>
    header === undefined || header === '*' || header.split(/ *, */).includes(formatEtag(version));
