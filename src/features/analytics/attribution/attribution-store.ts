import { type Attribution, addTouch, createTouch, removeClickIds } from './touch';

/** Where the browser keeps where its visitor came from. */
const attributionStorageKey = 'attribution';

/** Whether the browser asks not to be sold or shared (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

const isTouch = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string';

/** What is kept, roughly read: without zod, which no page loads for this. */
export function readStoredAttribution(): Attribution | null {
  try {
    const stored = JSON.parse(localStorage.getItem(attributionStorageKey) ?? 'null');
    return isTouch(stored?.first) && isTouch(stored?.last) ? (stored as Attribution) : null;
  } catch {
    return null;
  }
}

/** Remembers an arrival. @returns where the visitor comes from, by all that is known */
export function recordTouch(url: URL): Attribution {
  const arrival = createTouch(url, document.referrer);
  const touch = hasGlobalPrivacyControl() ? removeClickIds(arrival) : arrival;
  const attribution = addTouch(readStoredAttribution(), touch);
  try {
    localStorage.setItem(attributionStorageKey, JSON.stringify(attribution));
  } catch {
    // Full or forbidden: known for as long as the page.
  }
  return attribution;
}
