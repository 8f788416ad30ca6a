/**
 * Parses an address.
 * Stands in for `URL.parse` and `URL.canParse`, which browsers have had since 2023 and 2024 only.
 * @returns null when it is not an address
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
