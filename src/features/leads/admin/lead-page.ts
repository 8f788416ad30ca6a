import { fetchListPage } from '../../../lib/list-page';
import type { Lead } from '../contract';

/** A page of the list as the server answers it. */
export interface LeadPage {
  leads: Lead[];
  /** How many leads match in all. */
  total: number;
  /** The address of the page after it, or null when it is the last. */
  next: string | null;
}

/** Fetches one page of leads. */
export async function fetchLeadPage(url: string, signal: AbortSignal): Promise<LeadPage> {
  const { items: leads, total, nextUrl } = await fetchListPage<Lead>(url, signal);
  return { leads, total, next: nextUrl };
}
