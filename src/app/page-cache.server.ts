import { PageBytes } from './page-bytes.server';

/** What a render gives; a page that lacks something is sent, but never kept. */
export interface Rendered {
  html: string;
  complete: boolean;
}

/** How an answer came about, in the words of the header `Cache-Status` (RFC 9211). */
type CacheStatus = 'hit' | 'fwd=miss; stored' | 'fwd=miss; collapsed' | 'fwd=miss';

interface Found {
  page: PageBytes;
  status: CacheStatus;
}

/** Bytes that all kept pages with a query may take together. */
const queriedRoom = 8 * 1024 * 1024;
/** One page that filled the room alone would push out all others at each visit. */
const largestQueried = queriedRoom / 4;
/** Characters; no page of ours has links with longer queries. */
const longestKey = 512;

/**
 * Rendered pages in this process's memory. A page without a query stays until the content changes: the
 * page table says how many there are. Those with one share a bounded room, from which the least
 * recently used go first, so that a flood of queries pushes out nothing but its like.
 */
export function createPageCache() {
  const plain = new Map<string, PageBytes>();
  /** In the order of use, the longest unused first. */
  const queried = new Map<string, PageBytes>();
  let queriedSize = 0;
  const underWay = new Map<string, Promise<Found>>();
  let generation = 0;

  function forget(key: string): void {
    queriedSize -= queried.get(key)?.size ?? 0;
    queried.delete(key);
  }

  /** @returns whether it was kept */
  function keep(key: string, page: PageBytes): boolean {
    if (!key.includes('?')) {
      plain.set(key, page);
      return true;
    }
    forget(key);
    if (key.length > longestKey || page.size > largestQueried) return false;
    queried.set(key, page);
    queriedSize += page.size;
    for (const oldest of queried.keys()) {
      if (queriedSize <= queriedRoom) break;
      forget(oldest);
    }
    return true;
  }

  function find(key: string): PageBytes | undefined {
    const page = queried.get(key);
    if (!page) return plain.get(key);
    queried.delete(key);
    queried.set(key, page);
    return page;
  }

  async function render(key: string, work: () => Promise<Rendered>): Promise<Found> {
    const begunIn = generation;
    const { html, complete } = await work();
    const page = new PageBytes(html);
    // What was read before a change must not outlive it.
    const isKept = complete && begunIn === generation && keep(key, page);
    return { page, status: isKept ? 'fwd=miss; stored' : 'fwd=miss' };
  }

  return {
    /**
     * The page of a key: a kept one, else the one that is being rendered for somebody, else a new one.
     * @param key the page's path, and what of the query it reads
     */
    async read(key: string, work: () => Promise<Rendered>): Promise<Found> {
      const kept = find(key);
      if (kept) return { page: kept, status: 'hit' };
      const awaited = underWay.get(key);
      if (awaited) return { page: (await awaited).page, status: 'fwd=miss; collapsed' };
      const own = render(key, work).finally(() => {
        if (underWay.get(key) === own) underWay.delete(key);
      });
      underWay.set(key, own);
      return own;
    },

    /** Forgets everything, after the content has changed. Renders under way are not kept, nor shared any more. */
    drop(): void {
      generation += 1;
      plain.clear();
      queried.clear();
      queriedSize = 0;
      underWay.clear();
    },
  };
}

export type PageCache = ReturnType<typeof createPageCache>;
