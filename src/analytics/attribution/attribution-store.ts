import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { type Attribution, addTouch, createTouch, removeClickIds, type Touch } from './touch';

const attributionStorageKey = 'attribution';

/** Returns whether the browser asks not to sell or share data (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

const isTouch = (value: unknown): value is Touch =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string';

/**
 * Reads the stored attribution; null when it is missing or invalid. Doesn't use zod, which public
 * pages don't load.
 */
export function readStoredAttribution(): Attribution | null {
  try {
    const { first, last } = JSON.parse(readStoredText(attributionStorageKey) ?? '{}');
    return isTouch(first) && isTouch(last) ? { first, last } : null;
  } catch {
    return null;
  }
}

/** Stores an arrival at a landing page. @returns the visitor's attribution */
export function recordTouch(url: URL): Attribution {
  const arrival = createTouch(url, document.referrer);
  const touch = hasGlobalPrivacyControl() ? removeClickIds(arrival) : arrival;
  const attribution = addTouch(readStoredAttribution(), touch);
  storeText(attributionStorageKey, JSON.stringify(attribution));
  return attribution;
}
