/** Converts a phone number as people write it to a `tel:` URL (RFC 3966). */
export function buildPhoneUrl(phone: string): string {
  // An extension is digits alone, after the number: leads also write "Fax 512 555 0148".
  const parts = /^(.*\d[\s),;.-]*)(?:extension|ext\.?|x)\s*(\d+)\s*$/i.exec(phone);
  const [, number = phone, extension] = parts ?? [];
  return `tel:${number.replace(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}
