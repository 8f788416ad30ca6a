import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { hasGlobalPrivacyControl, readStoredAttribution } from '../attribution/attribution-store';
import { type Attribution, removeClickIds } from '../attribution/touch';
import { type Consent, type ConsentChoice, parseConsent, serializeConsent } from './consent';

const storageKey = 'consent';

/** The stored consent, and whether the visitor has reopened the banner. */
interface ConsentState {
  consent: Consent | null;
  isReopened: boolean;
}

const listeners = new Set<() => void>();

/** Loads the stored consent. Global Privacy Control refuses advertising, whatever was chosen. */
function loadConsent(): Consent | null {
  const consent = parseConsent(readStoredText(storageKey));
  return consent && applyPrivacyControl(consent);
}

const applyPrivacyControl = (consent: Consent): Consent =>
  hasGlobalPrivacyControl() ? { ...consent, advertising: false } : consent;

let state: ConsentState = { consent: loadConsent(), isReopened: false };

function publish(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Consent store, synchronized with other tabs. */
export const consentStore = {
  read: (): ConsentState => state,

  choose(choice: ConsentChoice): void {
    const consent = applyPrivacyControl({ ...choice, at: new Date().toISOString() });
    storeText(storageKey, serializeConsent(consent));
    publish({ consent, isReopened: false });
  },

  reopen(): void {
    publish({ ...state, isReopened: true });
  },

  close(): void {
    publish({ ...state, isReopened: false });
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

if (typeof window !== 'undefined') {
  const reload = () => publish({ ...state, consent: loadConsent() });
  window.addEventListener('storage', ({ key }) => {
    // A null key means that all of local storage was cleared.
    if (key === storageKey || key === null) reload();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // In the back/forward cache, a page receives no storage events.
    if (persisted) reload();
  });
}

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
