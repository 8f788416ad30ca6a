import type { TrackedEvent } from './events';

/** Where the browser keeps which enquiries were told. */
const storageKey = 'told-events';

/** More than anyone sends in the time that a page with thanks lies about. */
const maxStoredEvents = 50;

/** Also of what can't be kept. */
const sentEventIds = new Set<string>();

function loadStoredIds(): string[] {
  try {
    return (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

/** Whether this browser has told of the event before, on this page or another. */
export const isSent = ({ id }: TrackedEvent): boolean =>
  sentEventIds.has(id) || loadStoredIds().includes(id);

/** Remembers an event that is told, and beyond the page those that another page may repeat. */
export function markSent({ id, name }: TrackedEvent): void {
  sentEventIds.add(id);
  if (name !== 'lead_submission') return;
  try {
    localStorage.setItem(storageKey, [...loadStoredIds(), id].slice(-maxStoredEvents).join(' '));
  } catch {
    // Full or forbidden: a reload may tell of it again, under the same id.
  }
}
