import { collectionKey } from '../collections/collection-queries';
import { addressAt, everyone, readAddress } from '../collections/talents/talent-address';
import { browseKey } from '../collections/talents/talent-browser';
import { asksForShortlist } from '../features/shortlist/use-shortlist';

/** What the server reads into a page before it is sent. */
interface PageReads {
  /** Keys of the queries that it is sent with, by its address's query: addresses of the API. */
  reads: (search: string) => readonly (readonly string[])[];
  /**
   * The query that it is rendered with, out of any that it is asked for with: what the page reads of it, in
   * one spelling. Nothing else of the query reaches the page or the key under which it is cached.
   */
  normalize?: (search: string) => string;
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
    normalize: (search) =>
      asksForShortlist(search) ? '?shortlist=1' : addressAt('', readAddress(search)),
  },
  '/schedule': {
    ...common,
    normalize: (search) => (new URLSearchParams(search).get('embed') === '1' ? '?embed=1' : ''),
  },
  '/admin': nothing,
  '/admin/login': nothing,
};

/** By the page's path. Apart from the page table, which every visitor loads. */
export const readsOf = ({ path }: { path: string }): PageReads => others[path] ?? common;
