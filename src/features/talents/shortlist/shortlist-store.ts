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

/** Where the browser keeps the shortlist. */
export const shortlistStorageKey = 'shortlist';

/** @param storage may throw, as in private mode or with cookies blocked */
export function createShortlistStore(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const listeners = new Set<() => void>();
  let shortlist: Shortlist | null = null;
  /** The last change could not be kept: what is stored is older than what is here. */
  let hasUnsavedChange = false;
  let lastChecked: unknown;

  function loadStored(): Shortlist | null {
    try {
      return parseShortlist(storage().getItem(shortlistStorageKey));
    } catch {
      return null;
    }
  }

  function getCurrent(): Shortlist {
    shortlist ??= loadStored() ?? emptyShortlist;
    return shortlist;
  }

  function publish(next: Shortlist): void {
    shortlist = next;
    for (const listener of listeners) listener();
  }

  function update(edit: (from: Shortlist) => Shortlist): void {
    // From what is kept: another tab may have changed it a moment ago, while this one slept.
    const from = (hasUnsavedChange ? null : loadStored()) ?? getCurrent();
    const next = edit(from);
    if (next !== from) {
      try {
        storage().setItem(shortlistStorageKey, serializeShortlist(next));
        hasUnsavedChange = false;
      } catch {
        // Full or forbidden: the shortlist lives as long as the page.
        hasUnsavedChange = true;
      }
    }
    publish(next);
  }

  return {
    read: getCurrent,

    /** @returns whether the person is on it now: it may be full */
    add(person: ShortlistEntry): boolean {
      update((from) => addPerson(from, person));
      return isShortlisted(getCurrent(), person.id);
    },

    /** Applies an edit to the stored shortlist, and saves it if it changed. */
    update,

    remove(id: string): void {
      update((from) => removePerson(from, id));
    },

    /**
     * Drops those who are not among the talents any more. Once an answer: they may be back later.
     * @param requestedIds ids of those who were asked about; of others the answer says nothing
     * @param talents those of them who are still there
     */
    removeMissing(requestedIds: readonly string[], talents: readonly ShortlistEntry[]): void {
      if (talents === lastChecked) return;
      lastChecked = talents;
      if (getCurrent().people.length > 0)
        update((from) => updateFromTalents(from, requestedIds, talents));
    },

    /** Takes over what another tab has kept. */
    applyStored(text: string | null): void {
      hasUnsavedChange = false;
      publish(parseShortlist(text));
    },

    /** Takes over what is kept: other tabs may have changed it unheard. */
    reload(): void {
      const saved = hasUnsavedChange ? null : loadStored();
      if (saved) publish(saved);
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** This tab's store, in step with the other tabs. */
export const shortlistStore = createShortlistStore(() => localStorage);

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    // A null key means that all of local storage was cleared.
    if (key === shortlistStorageKey || key === null) shortlistStore.applyStored(newValue);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // Out of the back/forward cache, where no event reaches a page.
    if (persisted) shortlistStore.reload();
  });
}
