import { useSyncExternalStore } from 'react';
import {
  addPerson,
  emptyShortlist,
  isShortlisted,
  parseShortlist,
  removePerson,
  type Shortlist,
  type ShortlistEntry,
  serializeShortlist,
  updateFromTalents,
} from './shortlist';

/** Local storage key of the shortlist. */
export const shortlistStorageKey = 'shortlist';

/**
 * Creates a store that holds the shortlist in memory and in the browser's storage.
 * @param storage may throw, as in private mode or with cookies blocked
 */
export function createShortlistStore(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const listeners = new Set<() => void>();
  let shortlist: Shortlist | null = null;
  /** Whether the last change could not be saved, so that the stored shortlist is outdated. */
  let hasUnsavedChange = false;
  let lastChecked: unknown;

  /** Returns null if the stored shortlist can't be read or is outdated. */
  function loadStored(): Shortlist | null {
    try {
      return hasUnsavedChange ? null : parseShortlist(storage().getItem(shortlistStorageKey));
    } catch {
      return null;
    }
  }

  const getCurrent = (): Shortlist => (shortlist ??= loadStored() ?? emptyShortlist);

  function publish(next: Shortlist): void {
    shortlist = next;
    for (const listener of listeners) listener();
  }

  function update(edit: (from: Shortlist) => Shortlist): void {
    // Another tab may have changed the stored shortlist while this one was suspended.
    const from = loadStored() ?? getCurrent();
    const next = edit(from);
    if (next !== from) {
      try {
        storage().setItem(shortlistStorageKey, serializeShortlist(next));
        hasUnsavedChange = false;
      } catch {
        // Storage is full or blocked: the shortlist lasts only as long as the page.
        hasUnsavedChange = true;
      }
    }
    publish(next);
  }

  return {
    read: getCurrent,
    /** Applies an edit to the stored shortlist, and saves it if it changed. */
    update,
    remove: (id: string) => update((from) => removePerson(from, id)),

    /** Adds a person. @returns whether the person is on the shortlist now; false if it is full */
    add(person: ShortlistEntry): boolean {
      update((from) => addPerson(from, person));
      return isShortlisted(getCurrent(), person.id);
    },

    /**
     * Removes those of the requested people who no longer exist, and updates the others' names.
     * Handles each response once: a person may have been added again since.
     */
    removeMissing(requestedIds: readonly string[], talents: readonly ShortlistEntry[]): void {
      if (talents === lastChecked) return;
      lastChecked = talents;
      if (getCurrent().people.length > 0)
        update((from) => updateFromTalents(from, requestedIds, talents));
    },

    applyStored(text: string | null): void {
      hasUnsavedChange = false;
      publish(parseShortlist(text));
    },

    /** Reloads the stored shortlist, which other tabs may have changed without an event here. */
    reload(): void {
      const saved = loadStored();
      if (saved) publish(saved);
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Shortlist store of this tab, synchronized with the other tabs. */
export const shortlistStore = createShortlistStore(() => localStorage);

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    // A null key means that all of local storage was cleared.
    if (key === shortlistStorageKey || key === null) shortlistStore.applyStored(newValue);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // Restored from the back/forward cache, where a page receives no events.
    if (persisted) shortlistStore.reload();
  });
}

const getServerSnapshot = () => null;

/**
 * Returns the visitor's shortlist. Null on the server and while hydrating, because the server does
 * not know it.
 */
export const useShortlist = (): Shortlist | null =>
  useSyncExternalStore<Shortlist | null>(
    shortlistStore.subscribe,
    shortlistStore.read,
    getServerSnapshot,
  );

/** Returns true if a person is on the shortlist. Rerenders only when that changes. */
export const useIsShortlisted = (id: string): boolean =>
  useSyncExternalStore(
    shortlistStore.subscribe,
    () => isShortlisted(shortlistStore.read(), id),
    () => false,
  );

/** URL of the talent page that shows the shortlist. */
export const shortlistUrl = '/talent?shortlist=1';

/** Returns true if a URL's query string requests the shortlist. */
export const isShortlistRequested = (search: string): boolean =>
  new URLSearchParams(search).has('shortlist');
