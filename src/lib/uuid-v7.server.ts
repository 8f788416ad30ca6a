import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562): the milliseconds since 1970, then chance. New ones come after older
 * ones, so that an index takes them at its end; at random places each would write a page of its own.
 */
export function createUuidV7(): string {
  const timestampHex = Date.now().toString(16).padStart(12, '0');
  // The random one has its variant in the same place; its version is what is left out.
  return `${timestampHex.slice(0, 8)}-${timestampHex.slice(8)}-7${randomUUID().slice(15)}`;
}
