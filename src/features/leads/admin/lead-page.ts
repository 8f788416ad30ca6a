import { fetchListPage } from '../../../lib/list-page';
import type { Lead } from '../contract';

/** One page of the list. */
export interface LeadPage {
  leads: Lead[];
  /** Number of matching leads. */
  total: number;
  /** URL of the next page; null on the last page. */
  next: string | null;
}

/** Fetches one page of leads. */
export async function fetchLeadPage(url: string, signal: AbortSignal): Promise<LeadPage> {
  const { items: leads, total, nextUrl } = await fetchListPage<Lead>(url, signal);
  return { leads, total, next: nextUrl };
}
