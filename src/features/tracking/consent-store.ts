import { refusesAdvertising } from './attribution-store';
import { type Choice, type Consent, consentText, parseConsent } from './consent';

/** Where the browser keeps the choice. */
const storageKey = 'consent';

/** What the visitor has chosen, and whether they are asked now by their own wish. */
interface ConsentState {
  consent: Consent | null;
  isReopened: boolean;
}

const listeners = new Set<() => void>();

function stored(): Consent | null {
  try {
    return parseConsent(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

/** Global Privacy Control is a no to advertising, whatever was chosen before. */
function heeding(consent: Consent | null): Consent | null {
  return consent && refusesAdvertising() ? { ...consent, advertising: false } : consent;
}

let state: ConsentState = { consent: heeding(stored()), isReopened: false };

function show(next: ConsentState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** This tab's consent, in step with the other tabs. */
export const consentStore = {
  read: (): ConsentState => state,

  choose(choice: Choice): void {
    const consent = heeding({ ...choice, at: new Date().toISOString() });
    try {
      if (consent) localStorage.setItem(storageKey, consentText(consent));
    } catch {
      // Full or forbidden: the choice lives as long as the page, and the question comes again.
    }
    show({ consent, isReopened: false });
  },

  /** Asks again. */
  reopen(): void {
    show({ ...state, isReopened: true });
  },

  close(): void {
    show({ ...state, isReopened: false });
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    // No key: the storage was cleared as a whole.
    if (key === storageKey || key === null) show({ ...state, consent: heeding(stored()) });
  });
}
