import { useEffect, useRef } from 'react';
import { toUrl, useQuery, useQueryCache } from '../../lib/query-cache';
// Types only: browsing needs no zod.
import type { PublicTalent } from './contract';
import type { OptionCounts } from './option-counts';
import { buildSearchUrl, type TalentSearch } from './talent-search';

/**
 * Talents on a page of the talent browser, and most that the home page shows. A list that grows was
 * rejected: with 2,000 people it scrolled in jerks. So was sending all of them to be narrowed by the
 * browser: with 10,000 the first view would take megabytes.
 */
export const talentsPerPage = 24;

/** What a page of the talent browser shows. */
export interface TalentSearchResult {
  talents: PublicTalent[];
  /** All who match, on whatever page. */
  total: number;
  /** Over everybody, whatever is asked for. */
  counts: OptionCounts;
}

/** The key, and so the address, of a page of the talent browser. */
export const talentSearchKey = (talentSearch: TalentSearch) =>
  ['/api', 'talents', buildSearchUrl('browse', talentSearch)] as const;

/** Reads a page of the talent browser; until it is there, the page before it is given, with its number. */
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
 * Reads a page of the talent browser that is likely to be asked for next: then it is there at once.
 * What it gives settles when the page is there or cannot be had, and never rejects.
 */
export function usePrefetchTalentSearch() {
  const reads = useQueryCache();
  return (talentSearch: TalentSearch): Promise<void> =>
    // Who asks for it in earnest tries again, and hears of it.
    reads.load(toUrl(talentSearchKey(talentSearch))).catch(() => undefined);
}

/** The key, and so the address, of the talents with these ids. */
const talentsByIdKey = (ids: readonly string[]) =>
  ['/api', 'talents', `named?ids=${ids.join(',')}`] as const;

/** Reads the talents with these ids, in this order, without those that are gone; nobody without asking. */
export const useTalentsByIds = (ids: readonly string[]) =>
  useQuery<PublicTalent[]>(ids.length > 0 ? talentsByIdKey(ids) : null);
