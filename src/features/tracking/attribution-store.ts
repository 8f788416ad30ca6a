import { type Attribution, touchOf, withoutClickIds, withTouch } from './touch';

/** Where the browser keeps where its visitor came from. */
const attributionStorageKey = 'attribution';

/** Whether the browser asks not to be sold or shared (Global Privacy Control). */
export const refusesAdvertising = (): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

const isTouch = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string';

/** What is kept, roughly read: without zod, which no page loads for this. */
export function readAttribution(): Attribution | null {
  try {
    const kept = JSON.parse(localStorage.getItem(attributionStorageKey) ?? 'null');
    return isTouch(kept?.first) && isTouch(kept?.last) ? (kept as Attribution) : null;
  } catch {
    return null;
  }
}

/** Remembers an arrival. @returns where the visitor comes from, by all that is known */
export function keepTouch(address: URL): Attribution {
  const arrival = touchOf(address, document.referrer);
  const touch = refusesAdvertising() ? withoutClickIds(arrival) : arrival;
  const attribution = withTouch(readAttribution(), touch);
  try {
    localStorage.setItem(attributionStorageKey, JSON.stringify(attribution));
  } catch {
    // Full or forbidden: known for as long as the page.
  }
  return attribution;
}
