import { leadLimits } from './lead-options';

interface Named {
  name: string;
  title: string;
}

/** Whom an enquiry is about. */
export interface EnquiryPeople {
  /** The talent from whose profile the form was opened. */
  talent?: Named | null | undefined;
  /** Whom the visitor has shortlisted and sends along. */
  shortlist?: readonly Named[];
}

/** Characters of a message that a shortlist can count on; where more is free, it takes more. */
const roomForShortlist = 500;

/** As much of the shortlist as there is room for, and how many were left out. */
function shortlistLine(people: readonly Named[], room: number): string | null {
  const named = people.map(({ name, title }) => `${name} (${title})`);
  for (let shown = named.length; shown > 0; shown -= 1) {
    const rest = named.length - shown;
    const line = `Shortlist: ${named.slice(0, shown).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
    if (line.length <= room) return line;
  }
  return null;
}

/** The lines that the message starts with; the shortlist takes up to `room` characters. */
function openingLines({ talent, shortlist = [] }: EnquiryPeople, room: (taken: number) => number) {
  const about = talent ? `About: ${talent.name}, ${talent.title}` : null;
  const line = shortlistLine(shortlist, room(about === null ? 0 : about.length + 1));
  return [about, line].filter((one) => one !== null).join('\n');
}

/**
 * The message of an enquiry: it starts with lines that say whom it is about, so that the owner sees
 * who was asked for. A long shortlist is shortened, what the visitor wrote is not.
 */
export function enquiryMessage(people: EnquiryPeople, message: string | null | undefined): string {
  const text = message?.trim() ?? '';
  const free = leadLimits.message - (text === '' ? 0 : text.length + 2);
  const lines = openingLines(people, (taken) => free - taken);
  return [lines, text].filter((part) => part !== '').join('\n\n');
}

/** Characters of the message that its opening lines take at least. */
export function reservedLength(people: EnquiryPeople): number {
  const lines = openingLines(people, () => roomForShortlist);
  return lines === '' ? 0 : lines.length + 2;
}
