import {
  amongTalents,
  emptyShortlist,
  isShortlisted,
  parseShortlist,
  type Shortlist,
  type ShortlistEntry,
  shortlistText,
  withoutPerson,
  withPerson,
  withSent,
} from './shortlist';

/** Where the browser keeps the shortlist. */
export const shortlistStorageKey = 'shortlist';

/** @param storage may throw, as in private mode or with cookies blocked */
export function createShortlistStore(storage: () => Pick<Storage, 'getItem' | 'setItem'>) {
  const listeners = new Set<() => void>();
  let shortlist: Shortlist | null = null;
  /** The last change could not be kept: what is stored is older than what is here. */
  let isAhead = false;
  let checked: unknown;

  function stored(): Shortlist | null {
    try {
      return parseShortlist(storage().getItem(shortlistStorageKey));
    } catch {
      return null;
    }
  }

  function current(): Shortlist {
    shortlist ??= stored() ?? emptyShortlist;
    return shortlist;
  }

  function show(next: Shortlist): void {
    shortlist = next;
    for (const listener of listeners) listener();
  }

  function change(edit: (from: Shortlist) => Shortlist): void {
    // From what is kept: another tab may have changed it a moment ago, while this one slept.
    const from = (isAhead ? null : stored()) ?? current();
    const next = edit(from);
    if (next !== from) {
      try {
        storage().setItem(shortlistStorageKey, shortlistText(next));
        isAhead = false;
      } catch {
        // Full or forbidden: the shortlist lives as long as the page.
        isAhead = true;
      }
    }
    show(next);
  }

  return {
    read: current,

    /** @returns whether the person is on it now: it may be full */
    add(person: ShortlistEntry): boolean {
      change((from) => withPerson(from, person));
      return isShortlisted(current(), person.id);
    },

    remove(id: string): void {
      change((from) => withoutPerson(from, id));
    },

    /** An enquiry with these people on it is stored. */
    sent(ids: readonly string[]): void {
      change((from) => withSent(from, ids));
    },

    /**
     * Drops those who are not among the talents any more. Once an answer: they may be back later.
     * @param asked ids of those who were asked about; of others the answer says nothing
     * @param talents those of them who are still there
     */
    check(asked: readonly string[], talents: readonly ShortlistEntry[]): void {
      if (talents === checked) return;
      checked = talents;
      if (current().people.length > 0) change((from) => amongTalents(from, asked, talents));
    },

    /** Takes over what another tab has kept. */
    receive(text: string | null): void {
      isAhead = false;
      show(parseShortlist(text));
    },

    /** Takes over what is kept: other tabs may have changed it unheard. */
    reload(): void {
      const kept = isAhead ? null : stored();
      if (kept) show(kept);
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
    // No key: the storage was cleared as a whole.
    if (key === shortlistStorageKey || key === null) shortlistStore.receive(newValue);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // Out of the back/forward cache, where no event reaches a page.
    if (persisted) shortlistStore.reload();
  });
}
