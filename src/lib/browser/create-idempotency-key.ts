/** Creates a random idempotency key for one filled-in form. */
export function createIdempotencyKey(): string {
  // Undefined on pages loaded over plain HTTP from another machine.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
