import { hasGlobalPrivacyControl } from '../attribution/attribution-store';
import { type Consent, type ConsentChoice, parseConsent, serializeConsent } from './consent';

/** Where the browser keeps the choice. */
const storageKey = 'consent';

/** What the visitor has chosen, and whether they are asked now by their own wish. */
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

/** Global Privacy Control is a no to advertising, whatever was chosen before. */
function applyPrivacyControl(consent: Consent | null): Consent | null {
  return consent && hasGlobalPrivacyControl() ? { ...consent, advertising: false } : consent;
}

let state: ConsentState = { consent: applyPrivacyControl(loadConsent()), isReopened: false };

function publish(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** This tab's consent, in step with the other tabs. */
export const consentStore = {
  read: (): ConsentState => state,

  choose(choice: ConsentChoice): void {
    const consent = applyPrivacyControl({ ...choice, at: new Date().toISOString() });
    try {
      if (consent) localStorage.setItem(storageKey, serializeConsent(consent));
    } catch {
      // Full or forbidden: the choice lives as long as the page, and the question comes again.
    }
    publish({ consent, isReopened: false });
  },

  /** Asks again. */
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
    // No key: the storage was cleared as a whole.
    if (key === storageKey || key === null)
      publish({ ...state, consent: applyPrivacyControl(loadConsent()) });
  });
}
