import { createIdempotencyKey } from '../../../lib/create-idempotency-key';
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

/** Local storage key of the draft. */
export const draftStorageKey = 'lead-draft';

/** What another tab did to the draft. */
export type OtherTabChange = 'typed' | 'sent';

interface DraftStoreOptions {
  /** May throw, for example in private mode or when cookies are blocked. */
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  createKey: () => string;
}

/**
 * The browser's one draft: in memory and, if storage works, in local storage, shared with other tabs
 * and after a reload.
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
      // Storage is full or blocked: the draft lasts as long as the page.
    }
  }

  return {
    values: (): LeadValues => getDraft().values,

    /** Stores the typed values. */
    setValues(values: LeadValues): void {
      saveDraft({ ...getDraft(), values });
    },

    /**
     * Call right before sending `content`.
     * @returns the idempotency key to send it with
     */
    startAttempt(content: string): string {
      saveDraft(withAttempt(getDraft(), content, createKey));
      return getDraft().key;
    },

    /** The server rejected the request with this key, so nothing is stored. */
    markRejected(key: string): void {
      saveDraft(withRejection(getDraft(), key));
    },

    /** The server knows this key for another inquiry, so the next attempt gets a new one. */
    replaceKey(key: string): void {
      saveDraft(withNewKey(getDraft(), key, createKey));
    },

    /** The request with this key is stored. Clears the draft, unless it already has a newer key. */
    markSent(key: string): void {
      if (getDraft().key !== key) return;
      draft = createDraft(createKey);
      try {
        storage().removeItem(draftStorageKey);
      } catch {
        // Blocked storage never held the draft.
      }
    },

    /**
     * Takes over the draft that another tab stored. Null: the other tab removed it after sending it.
     */
    receive(text: string | null): void {
      const received = parseDraft(text);
      if (text !== null && received === null) return;
      draft = received ?? createDraft(createKey);
      for (const listener of listeners) listener(received ? 'typed' : 'sent');
    },

    /** Subscribes to changes that other tabs make. */
    subscribe(listener: (change: OtherTabChange) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** This tab's store. Synchronizes with other tabs from its first use. */
export const draftStore = createDraftStore({
  storage: () => localStorage,
  createKey: createIdempotencyKey,
});

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === draftStorageKey) draftStore.receive(newValue);
  });
}
