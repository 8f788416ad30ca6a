import { collectionKey } from '../collections/collection-queries';
import { everyone, readAddress } from '../collections/talents/talent-address';
import { browseKey } from '../collections/talents/talent-browser';
import { asksForShortlist } from '../features/shortlist/use-shortlist';

/** What the server reads into a page before it is sent. */
interface PageReads {
  /** Keys of the queries that it is sent with, by its address's query: addresses of the API. */
  reads: (search: string) => readonly (readonly string[])[];
  /** The parameters of the address's query that it is rendered with; any other changes nothing. */
  query?: readonly string[];
}

const packages = collectionKey('packages');

/** What every public page needs: the lead form, which each can open, offers the packages. */
const common: PageReads = { reads: () => [packages] };
const nothing: PageReads = { reads: () => [] };

const others: Readonly<Record<string, PageReads>> = {
  '/': {
    reads: () => [
      collectionKey('stats'),
      browseKey(everyone),
      collectionKey('case-studies'),
      packages,
    ],
  },
  '/talent': {
    // Whom the shortlist names the browser alone knows.
    reads: (search) =>
      asksForShortlist(search) ? [packages] : [browseKey(readAddress(search)), packages],
    query: ['role', 'industry', 'seniority', 'skills', 'page', 'shortlist'],
  },
  '/schedule': { ...common, query: ['embed'] },
  '/admin': nothing,
  '/admin/login': nothing,
};

/** By the page's path. Apart from the page table, which every visitor loads. */
export const readsOf = ({ path }: { path: string }): PageReads => others[path] ?? common;
