import type { FastifyReply } from 'fastify';
import { z } from '../lib/schema';
import type { BaseItem } from './define-collection';

/** Formats a version as an ETag (RFC 9110, section 8.8.3). */
export const formatEtag = (version: string): string => `"${version}"`;

/** Sends an item with its version as the ETag. */
export const sendItem = (reply: FastifyReply, item: BaseItem) =>
  reply.header('ETag', formatEtag(item.updatedAt)).send(item);

/**
 * Validates the `If-Match` header: `*` for any version, or a list of ETags (RFC 9110, section
 * 13.1.1).
 */
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
 * Creates a function that checks whether a stored version matches the header. Without the header,
 * every version matches. Weak ETags (`W/`) never match, as the RFC requires for this header.
 */
export const createVersionMatcher =
  (header: string | undefined) =>
  (version: string): boolean =>
    header === undefined || header === '*' || header.split(/ *, */).includes(formatEtag(version));
