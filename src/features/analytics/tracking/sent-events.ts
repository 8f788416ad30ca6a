import { readStoredText, storeText } from '../../../lib/browser-storage';
import type { TrackedEvent } from './events';

/** Local storage key of the IDs of the leads that this browser has reported, also to earlier releases. */
const storageKey = 'told-events';

/** Maximum number of stored IDs: more than a visitor sends while a thank-you page stays open. */
const maxStoredEvents = 50;

/** IDs of the events sent from this page, including those that can't be stored. */
const sentEventIds = new Set<string>();

const loadStoredIds = (): string[] => (readStoredText(storageKey) ?? '').split(' ').filter(Boolean);

/** Returns whether this browser has sent the event before, from this page or another. */
export const isSent = ({ id }: TrackedEvent): boolean =>
  sentEventIds.has(id) || loadStoredIds().includes(id);

/**
 * Records that an event was sent. Leads are also stored beyond the page, because another page may
 * repeat them. Without storage, a reload may send the event again, under the same ID.
 */
export function markSent({ id, name }: TrackedEvent): void {
  sentEventIds.add(id);
  if (name !== 'lead_submission') return;
  storeText(storageKey, [...loadStoredIds(), id].slice(-maxStoredEvents).join(' '));
}
