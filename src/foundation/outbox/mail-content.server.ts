/** A link in an email. */
export interface MailLink {
  label: string;
  url: string;
}

/** A part of an email's content. The HTML part and the text part are both rendered from it. */
export type MailBlock =
  /** A paragraph. */
  | string
  /** A paragraph with links. */
  | { kind: 'text'; parts: readonly (string | MailLink)[] }
  /** A deadline: what to do by when. */
  | { kind: 'until'; text: string; note: string }
  /** Quoted text of a person. */
  | { kind: 'quote'; text: string }
  /** A sentence that the owner wrote to the recipient. */
  | { kind: 'personal'; text: string; by: string }
  /** An amount of money. */
  | { kind: 'total'; text: string; note: string }
  /** The time of a call. `minutes`: its start in minutes since midnight, which is drawn. */
  | WhenBlock
  /** Buttons; the first one stands out. */
  | { kind: 'actions'; links: readonly MailLink[] }
  | { kind: 'facts'; title?: string; rows: readonly MailFact[] }
  | { kind: 'people'; title?: string; people: readonly MailPerson[]; more?: number }
  | { kind: 'list'; title?: string; items: readonly MailListItem[] };

interface WhenBlock {
  kind: 'when';
  date: string;
  /** The hours. Struck, like the date, if they are those of a call that does not take place. */
  detail: string;
  /** A note after the hours, which is never struck. */
  note?: string;
  minutes?: number;
  isOld?: boolean;
}

interface MailFact {
  label: string;
  text: string;
  url?: string | undefined;
}

/** A person of the site. Names, texts and pictures are the owner's, never a visitor's. */
export interface MailPerson {
  name: string;
  text: string;
  /** The color behind the picture follows the role. */
  role?: string;
  imageUrl: string | null;
  /** The part of the picture that stays visible: "50% 30%", perhaps with the size of the face. */
  focus?: string;
}

/** A line of a list, which may lead somewhere. */
export interface MailListItem {
  text: string;
  /** Where the text leads. */
  url?: string | undefined;
  /** Text after the link. */
  note?: string;
}

/** The content of an email, from top to bottom. */
export interface MailContent {
  title: string;
  /** Preview text after the subject in the inbox: the next fact, not the subject again. */
  preheader: string;
  blocks: readonly MailBlock[];
  /** Lines below the content. */
  footer: readonly (readonly (string | MailLink)[])[];
}

/** Maximum line length of the text part, except links. */
const maxLineLength = 60;

/** Wraps a text at spaces. Keeps its line breaks. */
function wrap(text: string, prefix = ''): string {
  return text
    .split('\n')
    .map((paragraph) => {
      const lines: string[] = [];
      let line = '';
      for (const word of paragraph.split(' ')) {
        if (line !== '' && prefix.length + line.length + 1 + word.length > maxLineLength) {
          lines.push(line);
          line = word;
        } else line = line === '' ? word : `${line} ${word}`;
      }
      return [...lines, line].map((one) => prefix + one).join('\n');
    })
    .join('\n');
}

const formatLink = ({ label, url }: MailLink) =>
  url.startsWith('tel:') ? label : `${label}: ${url}`;

/**
 * Formats a sentence with links: the sentence, then each link in a line of its own. A link at the
 * end needs no words in the sentence.
 */
function formatParts(parts: readonly (string | MailLink)[]): string {
  const links = parts.filter((part) => typeof part !== 'string');
  const endsWithLink = typeof parts.at(-1) !== 'string';
  const sentence = (endsWithLink ? parts.slice(0, -1) : parts)
    .map((part) => (typeof part === 'string' ? part : part.label))
    .join('')
    .trim();
  return [...(sentence === '' ? [] : [wrap(sentence)]), ...links.map(formatLink)].join('\n');
}

/** Says how many people a list leaves out. */
export const formatMorePeople = (count: number): string => `And ${count} more.`;

const underline = (title: string) => `${title}\n${'-'.repeat(title.length)}`;

function formatBlock(block: MailBlock): string {
  if (typeof block === 'string') return formatParts([block]);
  switch (block.kind) {
    case 'text':
      return formatParts(block.parts);
    case 'until':
    case 'total':
      return `${wrap(block.text)}\n${wrap(block.note)}`;
    case 'quote':
      return wrap(block.text, '> ');
    case 'personal':
      return `${wrap(`"${block.text}"`)}\n${block.by}`;
    case 'when': {
      const { date, detail, note = '', isOld } = block;
      return `${isOld ? 'Was: ' : ''}${date}\n${wrap(detail + note)}`.trim();
    }
    case 'actions':
      return block.links.map(formatLink).join('\n');
    case 'facts': {
      const rows = block.rows.map(({ label, text, url }) =>
        wrap(`${label}: ${url?.startsWith('http') ? url : text}`),
      );
      return [...(block.title ? [underline(block.title)] : []), ...rows].join('\n');
    }
    case 'people':
      return [
        ...(block.title ? [underline(block.title)] : []),
        ...block.people.map(({ name, text }) => wrap(`* ${name}, ${text}`)),
        ...(block.more ? [formatMorePeople(block.more)] : []),
      ].join('\n');
    case 'list':
      return [
        ...(block.title ? [`${block.title}:`] : []),
        ...block.items.map(
          ({ text, url, note = '' }) => `- ${text}${note}${url ? `\n  ${url}` : ''}`,
        ),
      ].join('\n');
  }
}

/**
 * Renders the text part of an email. What stays in one line has common spaces, so that it can be
 * searched and copied.
 */
export const renderMailText = ({ title, blocks, footer }: MailContent): string =>
  [wrap(title), ...blocks.map(formatBlock), ['--', ...footer.map(formatParts)].join('\n')]
    .join('\n\n')
    .replaceAll('\u00A0', ' ');
