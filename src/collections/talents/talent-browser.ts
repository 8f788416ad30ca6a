import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** Reads a page of the talent browser; until it is there, the page before it is given. */
export const useTalentBrowse = (address: TalentAddress) =>
  useQuery<TalentBrowse>({ queryKey: browseKey(address), placeholderData: keepPreviousData });

/**
 * Reads a page of the talent browser that is likely to be asked for next: then it is there at once.
 * What it gives settles when the page is there or cannot be had, and never rejects.
 */
export function usePrepareTalentBrowse() {
  const client = useQueryClient();
  return (address: TalentAddress) => client.prefetchQuery({ queryKey: browseKey(address) });
}

/** The key, and so the address, of the talents with these ids. */
const namedTalentsKey = (ids: readonly string[]) =>
  ['/api', 'talents', `named?ids=${ids.join(',')}`] as const;

/** Reads the talents with these ids, in this order, without those that are gone; nobody without asking. */
export const useNamedTalents = (ids: readonly string[]) =>
  useQuery<ShownTalent[]>({ queryKey: namedTalentsKey(ids), enabled: ids.length > 0 });
