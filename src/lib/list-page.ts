import { readJson, withTimeout } from './network/http-client';

/** A page of a list, as the server returns it. */
export interface ListPage<T> {
  items: T[];
  /** The total number of items; the number on this page if the server does not count them. */
  total: number;
  /** URL of the next page; null on the last page. */
  nextUrl: string | null;
}

/**
 * Returns the URL in a `Link` header (RFC 8288) with `rel="next"`. Only path and query are used:
 * the request goes to the origin that the admin area was loaded from, whatever the server calls
 * itself.
 */
export function parseNextLink(link: string | null): string | null {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^,<]*)/g)) {
    if (!/;\s*rel="?next"?\s*(;|$)/i.test(parameters.trimEnd())) continue;
    const { pathname, search } = new URL(target, 'http://site.invalid');
    return pathname + search;
  }
  return null;
}

/**
 * Fetches one page of a list. Not with `request`, which returns only bodies: here the headers have
 * the total and the next page.
 * @throws as `request` does
 */
export function fetchListPage<T>(url: string, signal: AbortSignal): Promise<ListPage<T>> {
  return withTimeout(signal, async (signal) => {
    const response = await fetch(url, { credentials: 'include', signal });
    const items = await readJson<T[]>(response);
    return {
      items,
      total: Number(response.headers.get('X-Total-Count') ?? items.length),
      nextUrl: parseNextLink(response.headers.get('Link')),
    };
  });
}
