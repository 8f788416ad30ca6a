/**
 * Parses a URL. Replaces `URL.parse` and `URL.canParse`, which browsers have only had since 2023
 * and 2024.
 * @returns null when it is not a URL
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/**
 * Returns whether a URL's host is a domain name or an IP address. `URL` also accepts characters that
 * end a directive of a content security policy (`calls.example;`) or allow every host in it (`*`).
 */
export const hasValidHost = ({ hostname }: Pick<URL, 'hostname'>): boolean =>
  /^(?:\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*\.?)$/i.test(hostname);

/** Decodes the percent-encoding of a part of a URL. Returns one that is malformed unchanged. */
export function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
