/** A person on a shortlist. Has enough data to show and send the shortlist without the talents. */
export interface ShortlistEntry {
  id: string;
  name: string;
  title: string;
}

/** The people that a visitor has marked, in the order of marking. */
export interface Shortlist {
  people: readonly ShortlistEntry[];
  /** Whether this exact shortlist was sent with an inquiry. */
  sent: boolean;
}

/** Maximum number of people on a shortlist. */
export const maxShortlistEntries = 50;

export const emptyShortlist: Shortlist = { people: [], sent: false };

/** Serializes a shortlist for storage. */
export const serializeShortlist = (shortlist: Shortlist): string =>
  JSON.stringify({ version: 1, ...shortlist });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Whether a value is a non-empty text of a plausible length. No talent's name or title is longer,
 * so the site did not store longer text.
 */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

/**
 * Parses a stored shortlist. Returns an empty one for invalid text. Written without a schema
 * library, because every public page loads this before the first interaction.
 */
export function parseShortlist(text: string | null): Shortlist {
  try {
    const saved: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(saved) || saved.version !== 1 || !Array.isArray(saved.people))
      return emptyShortlist;
    const people = new Map<string, ShortlistEntry>();
    for (const one of saved.people) {
      if (!isRecord(one)) continue;
      const { id, name, title } = one;
      if (isText(id) && isText(name) && isText(title)) people.set(id, { id, name, title });
    }
    return {
      people: [...people.values()].slice(0, maxShortlistEntries),
      sent: saved.sent === true,
    };
  } catch {
    return emptyShortlist;
  }
}

export const isShortlisted = ({ people }: Shortlist, id: string): boolean =>
  people.some((one) => one.id === id);

/**
 * Adds a person at the end. Returns the same object if the person is already on the shortlist, or
 * if it is full.
 */
export function addPerson(shortlist: Shortlist, { id, name, title }: ShortlistEntry): Shortlist {
  const { people } = shortlist;
  if (isShortlisted(shortlist, id) || people.length >= maxShortlistEntries) return shortlist;
  return { people: [...people, { id, name, title }], sent: false };
}

export function removePerson(shortlist: Shortlist, id: string): Shortlist {
  if (!isShortlisted(shortlist, id)) return shortlist;
  return { people: shortlist.people.filter((one) => one.id !== id), sent: false };
}

/**
 * Marks the shortlist as sent after an inquiry with these people was stored. Returns the same
 * object if the people have changed since.
 */
export function markShortlistSent(shortlist: Shortlist, ids: readonly string[]): Shortlist {
  const { people } = shortlist;
  const isSame = people.length === ids.length && people.every((one, at) => one.id === ids[at]);
  return isSame && people.length > 0 ? { people, sent: true } : shortlist;
}

/**
 * Updates the names and titles of the people from the current talents, and removes those who no
 * longer exist.
 * @param requestedIds the requested ids; people with other ids stay
 * @param talents the requested talents that still exist
 */
export function updateFromTalents(
  shortlist: Shortlist,
  requestedIds: readonly string[],
  talents: readonly ShortlistEntry[],
): Shortlist {
  const people = shortlist.people.flatMap(({ id, name, title }) => {
    const found = talents.find((one) => one.id === id);
    if (found) return [{ id, name: found.name, title: found.title }];
    return requestedIds.includes(id) ? [] : [{ id, name, title }];
  });
  const isSame = JSON.stringify(people) === JSON.stringify(shortlist.people);
  return isSame ? shortlist : { ...shortlist, people };
}
