import { leadLimits } from './lead-form-options';

export interface NamedTalent {
  name: string;
  title: string;
}

/** The people that an inquiry is about. */
export interface InquiryPeople {
  /** The talent from whose profile the form was opened. */
  talent?: NamedTalent | null | undefined;
  /** The visitor's shortlist, when it is sent with the inquiry. */
  shortlist?: readonly NamedTalent[];
}

/** Characters of the message reserved for the shortlist. It may use more if they are free. */
const minShortlistLength = 500;

/**
 * Formats as many people of the shortlist as fit into `maxLength` characters, and how many were
 * left out. Null when none fit.
 */
function formatShortlist(people: readonly NamedTalent[], maxLength: number): string | null {
  const named = people.map(({ name, title }) => `${name} (${title})`);
  for (let shown = named.length; shown > 0; shown -= 1) {
    const rest = named.length - shown;
    const line = `Shortlist: ${named.slice(0, shown).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
    if (line.length <= maxLength) return line;
  }
  return null;
}

/**
 * Builds the first lines of the message.
 * @param maxLength returns the shortlist's maximum length, given the characters used above it
 */
function formatOpeningLines(
  { talent, shortlist = [] }: InquiryPeople,
  maxLength: (usedLength: number) => number,
) {
  const about = talent ? `About: ${talent.name}, ${talent.title}` : null;
  const line = formatShortlist(shortlist, maxLength(about === null ? 0 : about.length + 1));
  return [about, line].filter((one) => one !== null).join('\n');
}

/**
 * Builds the message of an inquiry. Its first lines name the people that it is about. A long
 * shortlist is shortened; the visitor's text is not.
 */
export function buildInquiryMessage(
  people: InquiryPeople,
  message: string | null | undefined,
): string {
  const text = message?.trim() ?? '';
  const freeLength = leadLimits.message - (text === '' ? 0 : text.length + 2);
  const lines = formatOpeningLines(people, (usedLength) => freeLength - usedLength);
  return [lines, text].filter((part) => part !== '').join('\n\n');
}

/** Returns the minimum number of characters that the first lines of the message take. */
export function computeReservedLength(people: InquiryPeople): number {
  const lines = formatOpeningLines(people, () => minShortlistLength);
  return lines === '' ? 0 : lines.length + 2;
}

/** The people named in the first lines of a message, as `buildInquiryMessage` writes them. */
export function parseInquiryPeople(message: string): NamedTalent[] {
  const [first = '', second = ''] = message.split('\n', 2);
  const about = /^About: (.+?), (.+)$/.exec(first);
  const line = /^Shortlist: (.+)$/.exec(about ? second : first)?.[1] ?? '';
  const listed = line.split('; ').flatMap((part) => {
    const [, name, title] = /^(.+) \((.+)\)$/.exec(part) ?? [];
    return name && title ? [{ name, title }] : [];
  });
  const [, name, title] = about ?? [];
  return name && title ? [{ name, title }, ...listed] : listed;
}
