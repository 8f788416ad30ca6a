import { createIdempotencyKey } from '../../lib/create-idempotency-key';

/** Tells the views of the page apart. Never stored, so that it identifies nobody. */
let id: string | undefined;
let latest = '';
let reported = '';

function report(): void {
  if (document.visibilityState !== 'hidden' || latest === reported) return;
  reported = latest;
  id ??= createIdempotencyKey();
  const body = new Blob([JSON.stringify({ id, code: latest })], { type: 'application/json' });
  navigator.sendBeacon('/api/cover/demand', body);
}

/**
 * Reports a plan that the visitor has painted, once the page is hidden or left: the last one counts,
 * so call it after each stroke. The server counts its hours, and stores nothing else.
 * @param code of `encodePlan`
 */
export function reportPlan(code: string): void {
  if (latest === '') document.addEventListener('visibilitychange', report);
  latest = code;
}
