import { hasGlobalPrivacyControl } from '../attribution/attribution-store';
import { type Consent, type ConsentChoice, parseConsent, serializeConsent } from './consent';

/** Local storage key of the consent. */
const storageKey = 'consent';

/** The stored consent, and whether the visitor has reopened the banner. */
interface ConsentState {
  consent: Consent | null;
  isReopened: boolean;
}

const listeners = new Set<() => void>();

function loadConsent(): Consent | null {
  try {
    return parseConsent(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

/** Refuses advertising if Global Privacy Control is on, whatever was chosen before. */
function applyPrivacyControl(consent: Consent | null): Consent | null {
  return consent && hasGlobalPrivacyControl() ? { ...consent, advertising: false } : consent;
}

let state: ConsentState = { consent: applyPrivacyControl(loadConsent()), isReopened: false };

function publish(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Consent store, synchronized with other tabs. */
export const consentStore = {
  read: (): ConsentState => state,

  choose(choice: ConsentChoice): void {
    const consent = applyPrivacyControl({ ...choice, at: new Date().toISOString() });
    try {
      if (consent) localStorage.setItem(storageKey, serializeConsent(consent));
    } catch {
      // Storage is full or blocked. The choice lasts until the page closes, then the banner appears
      // again.
    }
    publish({ consent, isReopened: false });
  },

  /** Reopens the banner. */
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
  window.addEventListener('storage', ({ key }) => {
    // A null key means that all of local storage was cleared.
    if (key === storageKey || key === null)
      publish({ ...state, consent: applyPrivacyControl(loadConsent()) });
  });
}
