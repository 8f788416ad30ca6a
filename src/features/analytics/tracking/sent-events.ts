import type { TrackedEvent } from './events';

/** Local storage key of the IDs of the leads that this browser has reported. */
const storageKey = 'told-events';

/** Maximum number of stored IDs: more than a visitor sends while a thank-you page stays open. */
const maxStoredEvents = 50;

/** IDs of the events sent from this page, including those that can't be stored. */
const sentEventIds = new Set<string>();

function loadStoredIds(): string[] {
  try {
    return (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns whether this browser has sent the event before, from this page or another. */
export const isSent = ({ id }: TrackedEvent): boolean =>
  sentEventIds.has(id) || loadStoredIds().includes(id);

/**
 * Records that an event was sent. Leads are also stored beyond the page, because another page may
 * repeat them.
 */
export function markSent({ id, name }: TrackedEvent): void {
  sentEventIds.add(id);
  if (name !== 'lead_submission') return;
  try {
    localStorage.setItem(storageKey, [...loadStoredIds(), id].slice(-maxStoredEvents).join(' '));
  } catch {
    // Storage is full or blocked: a reload may send the event again, under the same ID.
  }
}
