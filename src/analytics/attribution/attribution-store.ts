import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { type Attribution, addTouch, createTouch, removeClickIds, type Touch } from './touch';

const attributionStorageKey = 'attribution';

/** Returns whether the browser asks not to sell or share data (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** The attribution of this page, for browsers that block storage. */
let current: Attribution | null = null;

const isTouch = (value: unknown): value is Touch =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string';

/**
 * Reads the stored attribution, otherwise that of this page. Doesn't use zod, which public pages
 * don't load.
 */
export function readStoredAttribution(): Attribution | null {
  try {
    const { first, last } = JSON.parse(readStoredText(attributionStorageKey) ?? '{}');
    return isTouch(first) && isTouch(last) ? { first, last } : current;
  } catch {
    return current;
  }
}

/** Stores an arrival at a landing page. @returns the visitor's attribution */
export function recordTouch(url: URL): Attribution {
  const arrival = createTouch(url, document.referrer);
  const touch = hasGlobalPrivacyControl() ? removeClickIds(arrival) : arrival;
  current = addTouch(readStoredAttribution(), touch);
  storeText(attributionStorageKey, JSON.stringify(current));
  return current;
}
