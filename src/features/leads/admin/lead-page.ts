import { HttpError } from '../../../lib/http';
import type { Lead } from '../lead';

/** A page of the list as the server answers it. */
export interface LeadPage {
  leads: Lead[];
  /** How many leads match in all. */
  total: number;
  /** The address of the page after it, or null when it is the last. */
  next: string | null;
}

/**
 * The address in a `Link` header (RFC 8288) with `rel="next"`. Only its path and query count: the
 * call belongs to the origin that the admin area was loaded from, whatever the server calls itself.
 */
export function nextAddress(link: string | null): string | null {
  for (const [, target = '', parameters = ''] of (link ?? '').matchAll(/<([^>]*)>([^,<]*)/g)) {
    if (!/;\s*rel="?next"?\s*(;|$)/i.test(parameters.trimEnd())) continue;
    const { pathname, search } = new URL(target, 'http://site.invalid');
    return pathname + search;
  }
  return null;
}

/**
 * Reads one page of the leads. Apart from `request`, which knows bodies only: here the headers say
 * how many there are and where the next page is.
 */
export async function fetchLeadPage(address: string, signal: AbortSignal): Promise<LeadPage> {
  const response = await fetch(address, { credentials: 'include', signal });
  if (!response.ok) {
    throw new HttpError(response.status, (await response.text()) || response.statusText);
  }
  const leads: Lead[] = await response.json();
  return {
    leads,
    total: Number(response.headers.get('X-Total-Count') ?? leads.length),
    next: nextAddress(response.headers.get('Link')),
  };
}
