import { leadLimits } from './lead-form-options';

interface NamedTalent {
  name: string;
  title: string;
}

/** Whom an enquiry is about. */
export interface InquiryPeople {
  /** The talent from whose profile the form was opened. */
  talent?: NamedTalent | null | undefined;
  /** Whom the visitor has shortlisted and sends along. */
  shortlist?: readonly NamedTalent[];
}

/** Characters of a message that a shortlist can count on; where more is free, it takes more. */
const minShortlistLength = 500;

/** As much of the shortlist as there is room for, and how many were left out. */
function formatShortlist(people: readonly NamedTalent[], maxLength: number): string | null {
  const named = people.map(({ name, title }) => `${name} (${title})`);
  for (let shown = named.length; shown > 0; shown -= 1) {
    const rest = named.length - shown;
    const line = `Shortlist: ${named.slice(0, shown).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`;
    if (line.length <= maxLength) return line;
  }
  return null;
}

/** The lines that the message starts with; the shortlist takes up to `room` characters. */
function formatOpeningLines(
  { talent, shortlist = [] }: InquiryPeople,
  maxLength: (usedLength: number) => number,
) {
  const about = talent ? `About: ${talent.name}, ${talent.title}` : null;
  const line = formatShortlist(shortlist, maxLength(about === null ? 0 : about.length + 1));
  return [about, line].filter((one) => one !== null).join('\n');
}

/**
 * The message of an enquiry: it starts with lines that say whom it is about, so that the owner sees
 * who was asked for. A long shortlist is shortened, what the visitor wrote is not.
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

/** Characters of the message that its opening lines take at least. */
export function computeReservedLength(people: InquiryPeople): number {
  const lines = formatOpeningLines(people, () => minShortlistLength);
  return lines === '' ? 0 : lines.length + 2;
}
