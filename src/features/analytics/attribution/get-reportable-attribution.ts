import { consentStore } from '../consent/consent-store';
import { hasGlobalPrivacyControl, readStoredAttribution } from './attribution-store';
import { type Attribution, removeClickIds } from './touch';

/** Where this browser's visitor came from, as it goes along with what they send; roughly checked. */
export function getReportableAttribution(): Attribution | null {
  const { consent } = consentStore.read();
  const stored = readStoredAttribution();
  const isRefused = hasGlobalPrivacyControl() || (consent !== null && !consent.advertising);
  return stored && isRefused
    ? { first: removeClickIds(stored.first), last: removeClickIds(stored.last) }
    : stored;
}
