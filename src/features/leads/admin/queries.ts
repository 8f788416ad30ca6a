import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '../../../lib/http-client';
import { MINUTE } from '../../../lib/time';
import type { Lead, LeadStatus } from '../contract';
import { fetchLeadPage, type LeadPage } from './lead-page';

/** Start of every key, and so of every address, about leads. */
const leadsKey = ['/api', 'leads'] as const;

const summaryKey = [...leadsKey, 'summary'] as const;

/** What the list is narrowed by; an empty text asks for nothing. */
export interface LeadFilter {
  q: string;
  /** A status, or those of any status that look like spam. */
  status: LeadStatus | 'suspect' | '';
}

export interface LeadSummary {
  new: number;
  inProgress: number;
  total: number;
  /** Look like spam, and were not looked at yet. */
  suspected: number;
}

/** What became of one mail that an enquiry caused. */
export interface LeadDelivery {
  id: string;
  kind: string;
  status: 'pending' | 'sent' | 'failed' | 'off';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
}

/** How many leads come at a time. */
const pageSize = 100;

/** The address of a list's first page; the server names those of the others. */
export function buildFirstPageUrl({ q, status }: LeadFilter): string {
  const query = new URLSearchParams();
  if (q !== '') query.set('q', q);
  if (status === 'suspect') query.set('suspect', 'true');
  else if (status !== '') query.set('status', status);
  query.set('limit', String(pageSize));
  return `${leadsKey.join('/')}?${query}`;
}

/**
 * Leads come in from outside, so unlike the site's own content they are never fresh for long: each
 * mount asks again. `Infinity`, the rule elsewhere, would hide a new enquiry until a reload.
 */
const alwaysStale = 0;

/** The leads that match, newest first, a page at a time. */
export function useLeads(filter: LeadFilter) {
  return useInfiniteQuery({
    queryKey: [...leadsKey, filter],
    queryFn: ({ pageParam, signal }) => fetchLeadPage(pageParam, signal),
    initialPageParam: buildFirstPageUrl(filter),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: alwaysStale,
    // Searches are not kept: each would stay in memory as long as the page is open.
    gcTime: MINUTE,
  });
}

/** How many leads there are, are new, and are in progress. */
export function useLeadSummary() {
  return useQuery<LeadSummary>({ queryKey: summaryKey, staleTime: alwaysStale });
}

/** Status of the emails that a lead caused. */
export function useLeadDeliveries(id: string) {
  return useQuery<LeadDelivery[]>({
    queryKey: [...leadsKey, id, 'deliveries'],
    staleTime: alwaysStale,
    gcTime: 0,
  });
}

/** Reads lists and summary again. What is being read already is not asked for twice. */
export function useRefreshLeads() {
  const client = useQueryClient();
  return {
    all: () => client.invalidateQueries({ queryKey: leadsKey }),
    summary: () => client.invalidateQueries({ queryKey: summaryKey }, { cancelRefetch: false }),
  };
}

/** Takes a lead out of every list at once, before they have been read again. */
function removeFromLists(client: QueryClient, id: string): void {
  const isList = (key: readonly unknown[]) => typeof key[leadsKey.length] === 'object';
  client.setQueriesData<InfiniteData<LeadPage>>(
    { queryKey: leadsKey, predicate: (query) => isList(query.queryKey) },
    (list) => {
      if (!list?.pages.some((page) => page.leads.some((lead) => lead.id === id))) return list;
      return {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          total: page.total - 1,
          leads: page.leads.filter((lead) => lead.id !== id),
        })),
      };
    },
  );
}

/** The writes of the leads; each refreshes lists and summary, a failed one too: it may say that they are old. */
export function useLeadMutations() {
  const client = useQueryClient();
  const onSettled = () => {
    void client.invalidateQueries({ queryKey: leadsKey });
  };
  return {
    changeStatus: useMutation({
      mutationFn: ({ id, status }: Pick<Lead, 'id' | 'status'>) =>
        request<Lead>(`${leadsKey.join('/')}/${id}`, { method: 'PATCH', body: { status } }),
      onSettled,
    }),
    clearSpamMark: useMutation({
      mutationFn: (id: string) =>
        request<Lead>(`${leadsKey.join('/')}/${id}/not-spam`, { method: 'POST' }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => request(`${leadsKey.join('/')}/${id}`, { method: 'DELETE' }),
      onSuccess: (_, id) => removeFromLists(client, id),
      onSettled,
    }),
  };
}
