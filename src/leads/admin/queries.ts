import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Talent } from '../../content/collections/talents/contract';
import { ownerListKey } from '../../content/kit/queries';
import type { CoverAnswer, Plan } from '../../cover/contract';
import { encodePlan } from '../../cover/encode-plan';
import { type SettingsForOwner, settingFields } from '../../foundation/environment/contract';
import { fetchListPage } from '../../lib/list-page';
import { request } from '../../lib/network/http-client';
import type { z } from '../../lib/schema';
import { MINUTE, SECOND } from '../../lib/time/durations';
import type { LeadSummary, ListedLead, leadStages, ProjectManager } from '../contract';
import type { LeadImport } from '../csv/import-contract';
import type { LeadDelivery, LeadDetail } from '../detail-contract';
import type { PackageChoice } from '../inquiry/package-choice';
import { buildApiQuery, type LeadFilter, noFilter } from './table/lead-filter';

/** Prefix of every query key, and so of every URL, of leads. */
export const leadsKey = ['/api', 'leads'] as const;

const summaryKey = [...leadsKey, 'summary'] as const;

export const managersKey = ['/api', 'project-managers'] as const;

/** The overview of today. A change of a lead may change it, too. */
export const overviewKey = ['/api', 'overview'] as const;

/** The leads that were erased here. Fetching them again would fail. */
export const erasedIds = new Set<unknown>();

export const isErased = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  erasedIds.has(queryKey[leadsKey.length]);

interface LeadPage {
  leads: ListedLead[];
  total: number;
  /** URL of the next page; null on the last page. */
  next: string | null;
}

const pageSize = 100;

/** Builds the URL of the first page. The `Link` header has the URLs of the next pages. */
export function buildFirstPageUrl(filter: LeadFilter, limit = pageSize): string {
  const query = buildApiQuery(filter);
  query.set('limit', String(limit));
  return `${leadsKey.join('/')}?${query}`;
}

/**
 * Always stale: visitors and colleagues add leads and more, so each mount refetches. The default
 * elsewhere, `Infinity`, would hide what is new until a reload.
 */
const alwaysStale = 0;

/** Joins the pages. At module level, so that the result is cached. */
const joinPages = ({ pages }: InfiniteData<LeadPage>) => ({
  leads: pages.flatMap((page) => page.leads),
  total: pages.at(-1)?.total ?? 0,
});

/** Queries matching leads, newest first, page by page. */
export function useLeads(filter: LeadFilter, limit = pageSize) {
  return useInfiniteQuery({
    queryKey: [...leadsKey, { ...filter, limit }],
    queryFn: async ({ pageParam, signal }): Promise<LeadPage> => {
      const { items: leads, total, nextUrl } = await fetchListPage<ListedLead>(pageParam, signal);
      return { leads, total, next: nextUrl };
    },
    initialPageParam: buildFirstPageUrl(filter, limit),
    getNextPageParam: (last) => last.next,
    select: joinPages,
    placeholderData: keepPreviousData,
    staleTime: alwaysStale,
    // Drop old searches, which would otherwise stay in memory while the page is open.
    gcTime: MINUTE,
  });
}

export type LeadStages = z.output<typeof leadStages>;

/** Queries how many leads match in each status, and what they are worth. */
export const useLeadStages = (filter: LeadFilter) => {
  const query = buildApiQuery({ ...filter, sort: noFilter.sort }).toString();
  return useQuery<LeadStages>({
    queryKey: [...leadsKey, `stages${query === '' ? '' : `?${query}`}`],
    staleTime: alwaysStale,
    gcTime: MINUTE,
    placeholderData: keepPreviousData,
  });
};

/** Sums up the values of all stages. */
export const sumValues = (stages: LeadStages): number =>
  stages.reduce((sum, { value }) => sum + value, 0);

/** Queries the counts of leads: all, new, in progress, suspected. */
export function useLeadSummary() {
  return useQuery<LeadSummary>({ queryKey: summaryKey, staleTime: alwaysStale });
}

/**
 * Returns how long to wait before deliveries are read again: their outcome appears without a
 * reload. False when none is in flight.
 */
function getDeliveryRefetchMs(deliveries: readonly LeadDelivery[] = []): number | false {
  const soon = new Date(Date.now() + MINUTE).toISOString();
  const isPending = deliveries.some(
    ({ status, dueAt }) => status === 'pending' && dueAt !== null && dueAt < soon,
  );
  return isPending && 4 * SECOND;
}

/** Queries the deliveries that a lead caused, with their status. */
export function useLeadDeliveries(id: string) {
  return useQuery<LeadDelivery[]>({
    queryKey: [...leadsKey, id, 'deliveries'],
    staleTime: alwaysStale,
    gcTime: 0,
    refetchInterval: ({ state }) => getDeliveryRefetchMs(state.data),
  });
}

/** Queries a lead with everything about it; nothing without an id. */
export const useLeadDetail = (id: string | null) =>
  useQuery<LeadDetail>({
    queryKey: [...leadsKey, id],
    enabled: id !== null,
    staleTime: alwaysStale,
    gcTime: MINUTE,
    refetchInterval: ({ state }) => getDeliveryRefetchMs(state.data?.deliveries),
  });

/** Asks who can work a plan now: people and their hours change after it was sent. */
export const usePlanAnswer = (plan: Plan | null) =>
  useQuery({
    queryKey: ['/api', 'cover', plan && encodePlan(plan)],
    queryFn: ({ signal }) =>
      request<CoverAnswer>('/api/cover', { method: 'POST', body: plan, signal }),
    enabled: plan !== null,
    staleTime: alwaysStale,
  });

/** Queries the users to whom leads are assigned. */
export const useProjectManagers = () =>
  useQuery<ProjectManager[]>({ queryKey: managersKey, staleTime: alwaysStale });

/** Queries the newest imports. */
export const useImports = (enabled = true) =>
  useQuery<LeadImport[]>({ queryKey: [...leadsKey, 'imports'], staleTime: alwaysStale, enabled });

/** Queries the packages that a lead may be interested in. */
export const usePackageChoices = () =>
  useQuery<PackageChoice[]>({ queryKey: ['/api', 'packages'], staleTime: alwaysStale });

/** Queries all people, including those whom visitors don't see: a lead may have chosen them before. */
export const useTalentChoices = (enabled = true) =>
  useQuery<Talent[]>({ queryKey: ownerListKey('talents'), staleTime: alwaysStale, enabled });

/** Returns functions that refetch lists and summary. A request in flight is not repeated. */
export function useRefreshLeads() {
  const client = useQueryClient();
  return {
    all: () => client.invalidateQueries({ queryKey: leadsKey }),
    summary: () => client.invalidateQueries({ queryKey: summaryKey }, { cancelRefetch: false }),
  };
}

/** Removes a lead from every cached list without waiting for the refetch. */
export function removeFromLists(client: QueryClient, id: string): void {
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

/** Queries the reasons why leads are lost, which are a setting. */
export const useLostReasons = () =>
  useQuery({
    queryKey: ['/api', 'settings', 'lostReasons'],
    queryFn: async ({ signal }) => {
      const { fields } = await request<SettingsForOwner>('/api/settings', { signal });
      return settingFields.lostReasons.safeParse(fields.lostReasons?.value).data ?? [];
    },
    staleTime: alwaysStale,
  });
