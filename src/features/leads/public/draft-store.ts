import type { LeadValues } from '../lead-form-options';
import {
  createDraft,
  type Draft,
  parseDraft,
  serializeDraft,
  withAttempt,
  withNewKey,
  withRejection,
} from './draft';
import { createIdempotencyKey } from './idempotency-key';

/** Where the browser keeps the draft. */
export const draftStorageKey = 'lead-draft';

/** What another tab did to the draft: typed, or sent it. */
export type OtherTabChange = 'typed' | 'sent';

interface DraftStoreOptions {
  /** May throw, as in private mode or with cookies blocked. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  createKey: () => string;
}

/**
 * The one draft of this browser: in memory, and as long as the storage allows also beyond a reload
 * and in the other tabs.
 */
export function createDraftStore({ storage, createKey }: DraftStoreOptions) {
  const listeners = new Set<(change: OtherTabChange) => void>();
  let draft: Draft | null = null;

  function readStoredDraft(): Draft | null {
    try {
      return parseDraft(storage().getItem(draftStorageKey));
    } catch {
      return null;
    }
  }

  function getDraft(): Draft {
    draft ??= readStoredDraft() ?? createDraft(createKey);
    return draft;
  }

  function saveDraft(next: Draft): void {
    draft = next;
    try {
      storage().setItem(draftStorageKey, serializeDraft(next));
    } catch {
      // Full or forbidden: the draft lives as long as the page.
    }
  }

  return {
    values: (): LeadValues => getDraft().values,

    /** Keeps what was typed. */
    setValues(values: LeadValues): void {
      saveDraft({ ...getDraft(), values });
    },

    /**
     * To be called right before `content` is sent.
     * @returns the key to send it under
     */
    startAttempt(content: string): string {
      saveDraft(withAttempt(getDraft(), content, createKey));
      return getDraft().key;
    },

    /** What was sent under this key was clearly not stored. */
    markRejected(key: string): void {
      saveDraft(withRejection(getDraft(), key));
    },

    /** This key stands for another enquiry: the next attempt has a new one. */
    replaceKey(key: string): void {
      saveDraft(withNewKey(getDraft(), key, createKey));
    },

    /** What was sent under this key is stored: the draft is done with, unless it is a new one by now. */
    markSent(key: string): void {
      if (getDraft().key !== key) return;
      draft = createDraft(createKey);
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
      draft = received ?? createDraft(createKey);
      for (const listener of listeners) listener(received ? 'typed' : 'sent');
    },

    /** Calls back after another tab has changed the draft. */
    subscribe(listener: (change: OtherTabChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** This tab's store, in step with the other tabs from its first use on. */
export const draftStore = createDraftStore({
  storage: () => localStorage,
  createKey: createIdempotencyKey,
});

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === draftStorageKey) draftStore.receive(newValue);
  });
}
