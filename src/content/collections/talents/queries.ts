import { useEffect, useRef } from 'react';
import { toUrl, useQuery, useQueryCache } from '../../../lib/query-cache';
// Types only, so that browsing does not load zod.
import type { PublicTalent } from './contract';
import type { OptionCounts } from './option-counts';
import { buildSearchUrl, type TalentSearch } from './talent-search';

/**
 * Number of talents on a page of the talent browser, and the maximum on the home page. Two designs
 * were rejected: a list that grows, because scrolling was janky with 2,000 people; and filtering in
 * the browser, because with 10,000 people the first view would load megabytes.
 */
export const talentsPerPage = 24;

/** Response for a page of the talent browser. */
export interface TalentSearchResult {
  talents: PublicTalent[];
  total: number;
  /** Number of talents that each option has within the other filters. */
  counts: OptionCounts;
}

/** Returns the query key of a page of the talent browser. The URL is built from it. */
export const talentSearchKey = (talentSearch: TalentSearch) =>
  ['/api', 'talents', buildSearchUrl('browse', talentSearch)] as const;

/**
 * Reads a page of the talent browser. While it loads, returns the previous page with its number.
 */
export function useTalentSearch(talentSearch: TalentSearch) {
  const { data, isError, refetch } = useQuery<TalentSearchResult>(talentSearchKey(talentSearch));
  const { page } = talentSearch;
  const lastResult = useRef({ data, page });
  useEffect(() => {
    if (data) lastResult.current = { data, page };
  }, [data, page]);
  const previousData = isError ? undefined : lastResult.current.data;
  const isPlaceholderData = data === undefined && previousData !== undefined;
  return {
    data: data ?? previousData,
    page: isPlaceholderData ? lastResult.current.page : page,
    isError,
    isPlaceholderData,
    refetch,
  };
}

/**
 * Returns a function that prefetches a page of the talent browser into the query cache, so that
 * opening the page needs no wait. Its promise resolves when the page has loaded or failed, and
 * never rejects.
 */
export function usePrefetchTalentSearch() {
  const reads = useQueryCache();
  return (talentSearch: TalentSearch): Promise<void> =>
    // The query that opens the page retries, and reports the error.
    reads.load(toUrl(talentSearchKey(talentSearch))).catch(() => undefined);
}

/**
 * Reads the talents with these ids, in this order, without deleted ones. Sends no request for an
 * empty list.
 */
export const useTalentsByIds = (ids: readonly string[]) =>
  useQuery<PublicTalent[]>(
    ids.length > 0 ? ['/api', 'talents', `named?ids=${ids.join(',')}`] : null,
  );
