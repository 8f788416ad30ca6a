import { consentStore } from '../consent/consent-store';
import { hasGlobalPrivacyControl, readStoredAttribution } from './attribution-store';
import { type Attribution, removeClickIds } from './touch';

/**
 * Returns the attribution to send, without click ids when advertising is refused. The server
 * validates it.
 */
export function getReportableAttribution(): Attribution | null {
  const { consent } = consentStore.read();
  const stored = readStoredAttribution();
  const isRefused = hasGlobalPrivacyControl() || (consent !== null && !consent.advertising);
  return stored && isRefused
    ? { first: removeClickIds(stored.first), last: removeClickIds(stored.last) }
    : stored;
}
