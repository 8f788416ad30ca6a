import { randomUUID } from 'node:crypto';

let lastTime = 0;
/** The number of IDs of this process that have the same time. */
let counter = 0;

/**
 * Creates a version 7 UUID (RFC 9562): milliseconds since the epoch, a counter, then random bits. New
 * ones sort after older ones, so an index appends them, and a list of leads that arrived in the same
 * millisecond keeps their order; random IDs would each write another page.
 */
export function createUuidV7(): string {
  const now = Date.now();
  // After 4,096 IDs in a millisecond it starts again: only their order is lost.
  counter = now === lastTime ? (counter + 1) % 0x1000 : 0;
  lastTime = now;
  const time = now.toString(16).padStart(12, '0');
  const count = counter.toString(16).padStart(3, '0');
  // The random UUID has its variant bits in the same place.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}${randomUUID().slice(18)}`;
}
