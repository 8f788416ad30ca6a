/** Hosts that ignore dots before the @, with the one name under which each is counted. */
const dotlessHosts: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
]);

/**
 * Normalizes an email address for counting: lower case, without a plus suffix, and without Gmail's
 * dots. Never send to the result: some hosts treat `a+b@host` and `a@host` as two people, who then
 * share a limit.
 */
export function normalizeMailbox(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const [local = ''] = text.slice(0, at).split('+');
  const host = text.slice(at + 1);
  const dotlessHost = dotlessHosts.get(host);
  return dotlessHost ? `${local.replaceAll('.', '')}@${dotlessHost}` : `${local}@${host}`;
}
