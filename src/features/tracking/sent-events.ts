import type { TrackedEvent } from './events';

/** Where the browser keeps which enquiries were told. */
const storageKey = 'told-events';

/** More than anyone sends in the time that a page with thanks lies about. */
const mostKept = 50;

/** Also of what can't be kept. */
const sentHere = new Set<string>();

function kept(): string[] {
  try {
    return (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
}

/** Whether this browser has told of the event before, on this page or another. */
export const isSent = ({ id }: TrackedEvent): boolean => sentHere.has(id) || kept().includes(id);

/** Remembers an event that is told, and beyond the page those that another page may repeat. */
export function rememberSent({ id, name }: TrackedEvent): void {
  sentHere.add(id);
  if (name !== 'lead_submission') return;
  try {
    localStorage.setItem(storageKey, [...kept(), id].slice(-mostKept).join(' '));
  } catch {
    // Full or forbidden: a reload may tell of it again, under the same id.
  }
}
