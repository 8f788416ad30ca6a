import { type Attribution, addTouch, createTouch, removeClickIds } from './touch';

/** Local storage key of the attribution. */
const attributionStorageKey = 'attribution';

/** Returns whether the browser asks not to sell or share data (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

const isTouch = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string';

/**
 * Reads the stored attribution; null when it is missing or invalid. Doesn't use zod, which public
 * pages don't load.
 */
export function readStoredAttribution(): Attribution | null {
  try {
    const stored = JSON.parse(localStorage.getItem(attributionStorageKey) ?? 'null');
    return isTouch(stored?.first) && isTouch(stored?.last) ? (stored as Attribution) : null;
  } catch {
    return null;
  }
}

/** Stores an arrival at a landing page. @returns the visitor's attribution */
export function recordTouch(url: URL): Attribution {
  const arrival = createTouch(url, document.referrer);
  const touch = hasGlobalPrivacyControl() ? removeClickIds(arrival) : arrival;
  const attribution = addTouch(readStoredAttribution(), touch);
  try {
    localStorage.setItem(attributionStorageKey, JSON.stringify(attribution));
  } catch {
    // Storage is full or blocked: the attribution lasts as long as the page.
  }
  return attribution;
}
