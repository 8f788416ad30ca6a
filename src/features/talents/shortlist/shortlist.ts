/** Whom a shortlist names: enough to show it and to send it where no list of talents is at hand. */
export interface ShortlistEntry {
  id: string;
  name: string;
  title: string;
}

/** The people that a visitor has marked, in the order of marking. */
export interface Shortlist {
  people: readonly ShortlistEntry[];
  /** Just so, it went with an enquiry. */
  sent: boolean;
}

/** Most people on a shortlist. */
export const maxShortlistEntries = 50;

export const emptyShortlist: Shortlist = { people: [], sent: false };

/** A shortlist as the text that is kept. */
export const serializeShortlist = (shortlist: Shortlist): string =>
  JSON.stringify({ version: 1, ...shortlist });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Longer than anything that a talent can be called: what is longer did not come from us. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

/** Reads a kept shortlist. By hand and not by a schema: every public page loads this before its first press. */
export function parseShortlist(text: string | null): Shortlist {
  try {
    const saved: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(saved) || saved.version !== 1 || !Array.isArray(saved.people))
      return emptyShortlist;
    const people = new Map<string, ShortlistEntry>();
    for (const one of saved.people as unknown[]) {
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

/** The shortlist with one more, at its end; the same one when that one is on it, or it is full. */
export function addPerson(shortlist: Shortlist, { id, name, title }: ShortlistEntry): Shortlist {
  const { people } = shortlist;
  if (isShortlisted(shortlist, id) || people.length >= maxShortlistEntries) return shortlist;
  return { people: [...people, { id, name, title }], sent: false };
}

export function removePerson(shortlist: Shortlist, id: string): Shortlist {
  if (!isShortlisted(shortlist, id)) return shortlist;
  return { people: shortlist.people.filter((one) => one.id !== id), sent: false };
}

/** The shortlist after an enquiry with these people was stored; the same one when it is another by now. */
export function markShortlistSent(shortlist: Shortlist, ids: readonly string[]): Shortlist {
  const { people } = shortlist;
  const isSame = people.length === ids.length && people.every((one, at) => one.id === ids[at]);
  return isSame && people.length > 0 ? { people, sent: true } : shortlist;
}

/**
 * The shortlist as the talents are now: under their present names, without those who are gone.
 * @param requestedIds ids of those who were asked about
 * @param talents those of them who are still there
 */
export function updateFromTalents(
  shortlist: Shortlist,
  requestedIds: readonly string[],
  talents: readonly ShortlistEntry[],
): Shortlist {
  const talentsById = new Map(talents.map((one) => [one.id, one]));
  const people = shortlist.people.flatMap((saved) => {
    const found = talentsById.get(saved.id);
    if (!found) return requestedIds.includes(saved.id) ? [] : [saved];
    const isSame = found.name === saved.name && found.title === saved.title;
    return [isSame ? saved : { id: found.id, name: found.name, title: found.title }];
  });
  const isSame =
    people.length === shortlist.people.length &&
    people.every((one, at) => one === shortlist.people[at]);
  return isSame ? shortlist : { ...shortlist, people };
}
