/**
 * The message of an enquiry that was opened from a talent's profile: it starts with a line that
 * says whom it is about, so that the owner sees who was asked for.
 */
export function aboutTalent(
  talent: { name: string; title: string },
  message: string | null | undefined,
): string {
  const line = `About: ${talent.name}, ${talent.title}`;
  const text = message?.trim() ?? '';
  if (text.startsWith(line)) return text;
  return text === '' ? line : `${line}\n\n${text}`;
}
