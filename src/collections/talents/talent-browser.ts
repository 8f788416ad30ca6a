import { useEffect, useRef } from 'react';
import { addressOf, useRead, useReads } from '../../lib/reads';
import type { OptionCounts } from './option-counts';
// Types only: browsing needs no zod.
import type { ShownTalent } from './talent';
import { addressAt, type TalentAddress } from './talent-address';

/**
 * Talents on a page of the talent browser, and most that the home page shows. A list that grows was
 * rejected: with 2,000 people it scrolled in jerks. So was sending all of them to be narrowed by the
 * browser: with 10,000 the first view would take megabytes.
 */
export const talentsOnPage = 24;

/** What a page of the talent browser shows. */
export interface TalentBrowse {
  talents: ShownTalent[];
  /** All who match, on whatever page. */
  total: number;
  /** Over everybody, whatever is asked for. */
  counts: OptionCounts;
}

/** The key, and so the address, of a page of the talent browser. */
export const browseKey = (address: TalentAddress) =>
  ['/api', 'talents', addressAt('browse', address)] as const;

/** Reads a page of the talent browser; until it is there, the page before it is given, with its number. */
export function useTalentBrowse(address: TalentAddress) {
  const { data, isError, refetch } = useRead<TalentBrowse>(browseKey(address));
  const { page } = address;
  const last = useRef({ data, page });
  useEffect(() => {
    if (data) last.current = { data, page };
  }, [data, page]);
  const before = isError ? undefined : last.current.data;
  const isPlaceholderData = data === undefined && before !== undefined;
  return {
    data: data ?? before,
    page: isPlaceholderData ? last.current.page : page,
    isError,
    isPlaceholderData,
    refetch,
  };
}

/**
 * Reads a page of the talent browser that is likely to be asked for next: then it is there at once.
 * What it gives settles when the page is there or cannot be had, and never rejects.
 */
export function usePrepareTalentBrowse() {
  const reads = useReads();
  return (address: TalentAddress): Promise<void> =>
    // Who asks for it in earnest tries again, and hears of it.
    reads.load(addressOf(browseKey(address))).catch(() => undefined);
}

/** The key, and so the address, of the talents with these ids. */
const namedTalentsKey = (ids: readonly string[]) =>
  ['/api', 'talents', `named?ids=${ids.join(',')}`] as const;

/** Reads the talents with these ids, in this order, without those that are gone; nobody without asking. */
export const useNamedTalents = (ids: readonly string[]) =>
  useRead<ShownTalent[]>(ids.length > 0 ? namedTalentsKey(ids) : null);
