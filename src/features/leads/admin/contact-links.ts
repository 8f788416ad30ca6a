/** Builds a link that opens the owner's messages. */
export const buildTextLink = (phone: string): string => `sms:${phone.replace(/[^\d+]/g, '')}`;

/** Builds a link that opens the owner's mail program, with a subject and a text if given. */
export function buildMailLink(email: string, message?: { subject: string; body: string }): string {
  const address = encodeURIComponent(email).replace('%40', '@');
  if (!message) return `mailto:${address}`;
  const body = message.body.replace(/\r?\n/g, '\r\n');
  return `mailto:${address}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(body)}`;
}
