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
export const shortlistLimit = 50;

export const emptyShortlist: Shortlist = { people: [], sent: false };

/** A shortlist as the text that is kept. */
export const shortlistText = (shortlist: Shortlist): string =>
  JSON.stringify({ version: 1, ...shortlist });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Longer than anything that a talent can be called: what is longer did not come from us. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 200;

/** Reads a kept shortlist. By hand and not by a schema: every public page loads this before its first press. */
export function parseShortlist(text: string | null): Shortlist {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(kept) || kept.version !== 1 || !Array.isArray(kept.people)) return emptyShortlist;
    const people = new Map<string, ShortlistEntry>();
    for (const one of kept.people as unknown[]) {
      if (!isRecord(one)) continue;
      const { id, name, title } = one;
      if (isText(id) && isText(name) && isText(title)) people.set(id, { id, name, title });
    }
    return { people: [...people.values()].slice(0, shortlistLimit), sent: kept.sent === true };
  } catch {
    return emptyShortlist;
  }
}

export const isShortlisted = ({ people }: Shortlist, id: string): boolean =>
  people.some((one) => one.id === id);

/** The shortlist with one more, at its end; the same one when that one is on it, or it is full. */
export function withPerson(shortlist: Shortlist, { id, name, title }: ShortlistEntry): Shortlist {
  const { people } = shortlist;
  if (isShortlisted(shortlist, id) || people.length >= shortlistLimit) return shortlist;
  return { people: [...people, { id, name, title }], sent: false };
}

export function withoutPerson(shortlist: Shortlist, id: string): Shortlist {
  if (!isShortlisted(shortlist, id)) return shortlist;
  return { people: shortlist.people.filter((one) => one.id !== id), sent: false };
}

/** The shortlist after an enquiry with these people was stored; the same one when it is another by now. */
export function withSent(shortlist: Shortlist, ids: readonly string[]): Shortlist {
  const { people } = shortlist;
  const isSame = people.length === ids.length && people.every((one, at) => one.id === ids[at]);
  return isSame && people.length > 0 ? { people, sent: true } : shortlist;
}

/**
 * The shortlist as the talents are now: under their present names, without those who are gone.
 * @param asked ids of those who were asked about
 * @param talents those of them who are still there
 */
export function amongTalents(
  shortlist: Shortlist,
  asked: readonly string[],
  talents: readonly ShortlistEntry[],
): Shortlist {
  const now = new Map(talents.map((one) => [one.id, one]));
  const people = shortlist.people.flatMap((kept) => {
    const found = now.get(kept.id);
    if (!found) return asked.includes(kept.id) ? [] : [kept];
    const isSame = found.name === kept.name && found.title === kept.title;
    return [isSame ? kept : { id: found.id, name: found.name, title: found.title }];
  });
  const isSame =
    people.length === shortlist.people.length &&
    people.every((one, at) => one === shortlist.people[at]);
  return isSame ? shortlist : { ...shortlist, people };
}
