import { readAttribution, refusesAdvertising } from './attribution-store';
import { consentStore } from './consent-store';
import { type Attribution, withoutClickIds } from './touch';

/** Where this browser's visitor came from, as it goes along with what they send; roughly checked. */
export function toldAttribution(): Attribution | null {
  const { consent } = consentStore.read();
  const kept = readAttribution();
  const isRefused = refusesAdvertising() || (consent !== null && !consent.advertising);
  return kept && isRefused
    ? { first: withoutClickIds(kept.first), last: withoutClickIds(kept.last) }
    : kept;
}
