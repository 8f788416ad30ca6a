import { collectionKey } from '../../collection-kit/queries';
import { talentSearchKey } from '../../features/talents/queries';
import { isShortlistRequested } from '../../features/talents/shortlist/use-shortlist';
import {
  buildSearchUrl,
  defaultSearch,
  parseTalentSearch,
} from '../../features/talents/talent-search';

/** What the server reads into a page before it is sent. */
interface PageQueries {
  /** Keys of the queries that it is sent with, by its address's query: addresses of the API. */
  listQueryKeys: (search: string) => readonly (readonly string[])[];
  /**
   * The query that it is rendered with, out of any that it is asked for with: what the page reads of it, in
   * one spelling. Nothing else of the query reaches the page or the key under which it is cached.
   */
  normalizeSearch?: (search: string) => string;
}

const packagesKey = collectionKey('packages');

/** What every public page needs: the lead form, which each can open, offers the packages. */
const defaultQueries: PageQueries = { listQueryKeys: () => [packagesKey] };
const noQueries: PageQueries = { listQueryKeys: () => [] };

const queriesByPath: Readonly<Record<string, PageQueries>> = {
  '/': {
    listQueryKeys: () => [
      collectionKey('stats'),
      talentSearchKey(defaultSearch),
      collectionKey('case-studies'),
      packagesKey,
    ],
  },
  '/talent': {
    // Whom the shortlist names the browser alone knows.
    listQueryKeys: (search) =>
      isShortlistRequested(search)
        ? [packagesKey]
        : [talentSearchKey(parseTalentSearch(search)), packagesKey],
    normalizeSearch: (search) =>
      isShortlistRequested(search) ? '?shortlist=1' : buildSearchUrl('', parseTalentSearch(search)),
  },
  '/schedule': {
    ...defaultQueries,
    normalizeSearch: (search) =>
      new URLSearchParams(search).get('embed') === '1' ? '?embed=1' : '',
  },
  '/admin': noQueries,
  '/admin/login': noQueries,
};

/** By the page's path. Apart from the page table, which every visitor loads. */
export const getPageQueries = ({ path }: { path: string }): PageQueries =>
  queriesByPath[path] ?? defaultQueries;
