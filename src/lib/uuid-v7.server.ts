import { randomUUID } from 'node:crypto';

/**
 * Creates a version 7 UUID (RFC 9562): milliseconds since the epoch, then random bits. New ones
 * sort after older ones, so an index appends them; random IDs would each write another page.
 */
export function createUuidV7(): string {
  const timestampHex = Date.now().toString(16).padStart(12, '0');
  // The random UUID has its variant bits in the same place. Its version digit is left out.
  return `${timestampHex.slice(0, 8)}-${timestampHex.slice(8)}-7${randomUUID().slice(15)}`;
}
