/** A local number has 7 digits, an international one at most 15, after a prefix such as 011. */
const minDigits = 7;
const maxDigits = 18;

/**
 * Converts a phone number as people write it to a `tel:` URL (RFC 3966). Undefined for any other
 * text, because the field is optional and takes free text.
 */
export function buildPhoneUrl(phone: string | null): string | undefined {
  if (phone === null) return undefined;
  // An extension is digits alone, after the number: leads also write "Fax 512 555 0148".
  const parts = /^(.*\d[\s),;.-]*)(?:extension|ext\.?|x)\s*(\d+)\s*$/i.exec(phone);
  const [, text = phone, extension] = parts ?? [];
  const number = text.replace(/[^+\d]/g, '');
  const digits = number.replaceAll('+', '').length;
  if (digits < minDigits || digits > maxDigits) return undefined;
  return `tel:${number}${extension ? `;ext=${extension}` : ''}`;
}
