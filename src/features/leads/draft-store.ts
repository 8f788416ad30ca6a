import {
  type Draft,
  draftText,
  newDraft,
  parseDraft,
  withAttempt,
  withKeyTaken,
  withRefusal,
} from './draft';
import { newIdempotencyKey } from './idempotency-key';
import type { LeadValues } from './lead-options';

/** Where the browser keeps the draft. */
export const draftStorageKey = 'lead-draft';

/** What another tab did to the draft: typed, or sent it. */
export type ForeignChange = 'typed' | 'sent';

interface Parts {
  /** May throw, as in private mode or with cookies blocked. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  newKey: () => string;
}

/**
 * The one draft of this browser: in memory, and as long as the storage allows also beyond a reload
 * and in the other tabs.
 */
export function createDraftStore({ storage, newKey }: Parts) {
  const listeners = new Set<(change: ForeignChange) => void>();
  let draft: Draft | null = null;

  function stored(): Draft | null {
    try {
      return parseDraft(storage().getItem(draftStorageKey));
    } catch {
      return null;
    }
  }

  function current(): Draft {
    draft ??= stored() ?? newDraft(newKey);
    return draft;
  }

  function keep(next: Draft): void {
    draft = next;
    try {
      storage().setItem(draftStorageKey, draftText(next));
    } catch {
      // Full or forbidden: the draft lives as long as the page.
    }
  }

  return {
    values: (): LeadValues => current().values,

    /** Keeps what was typed. */
    type(values: LeadValues): void {
      keep({ ...current(), values });
    },

    /**
     * To be called right before `content` is sent.
     * @returns the key to send it under
     */
    attempt(content: string): string {
      keep(withAttempt(current(), content, newKey));
      return current().key;
    },

    /** What was sent under this key was clearly not stored. */
    refused(key: string): void {
      keep(withRefusal(current(), key));
    },

    /** This key stands for another enquiry: the next attempt has a new one. */
    keyTaken(key: string): void {
      keep(withKeyTaken(current(), key, newKey));
    },

    /** What was sent under this key is stored: the draft is done with, unless it is a new one by now. */
    sent(key: string): void {
      if (current().key !== key) return;
      draft = newDraft(newKey);
      try {
        storage().removeItem(draftStorageKey);
      } catch {
        // It was never kept, then.
      }
    },

    /** Takes over what another tab has kept; null when it has removed the draft, having sent it. */
    receive(text: string | null): void {
      const received = parseDraft(text);
      if (text !== null && received === null) return;
      draft = received ?? newDraft(newKey);
      for (const listener of listeners) listener(received ? 'typed' : 'sent');
    },

    /** Calls back after another tab has changed the draft. */
    subscribe(listener: (change: ForeignChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** This tab's store, in step with the other tabs from its first use on. */
export const draftStore = createDraftStore({
  storage: () => localStorage,
  newKey: newIdempotencyKey,
});

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === draftStorageKey) draftStore.receive(newValue);
  });
}
