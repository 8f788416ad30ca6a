import type { NamedTalent } from './inquiry-message';

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
