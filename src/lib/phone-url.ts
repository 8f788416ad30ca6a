/** Converts a phone number as people write it to a `tel:` URL (RFC 3966). */
export function buildPhoneUrl(phone: string): string {
  const [number = '', extension] = phone.split(/ ?(?:ext\.?|x) ?/i);
  return `tel:${number.replace(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}
