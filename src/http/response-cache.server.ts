import { LRUCache } from 'lru-cache';
import { ResponseBody } from './response-body.server';

export interface RenderedResponse {
  text: string;
  /** An incomplete response is sent but not cached. */
  isComplete: boolean;
}

/** The parameters of the `Cache-Status` header (RFC 9211). */
type CacheStatus = 'hit' | 'fwd=miss; stored' | 'fwd=miss; collapsed' | 'fwd=miss';

interface CacheLookup {
  body: ResponseBody;
  status: CacheStatus;
}

/** Memory of all cached responses with a query. */
const maxQueryEntriesBytes = 4 * 1024 * 1024;
/** Larger responses are not cached: one that filled the cache would evict all others. */
const maxEntryBytes = maxQueryEntriesBytes / 2;
/** Estimated bytes of an entry besides its body and key: objects, ETags, headers. */
const entryOverheadBytes = 4 * 1024;
/** URLs longer than this are not cached. No link of the site is longer. */
const maxKeyLength = 512;

/**
 * Caches rendered pages and lists in memory. Responses without a query stay until the content
 * changes: the routes limit how many there are. Those with a query share an LRU cache of bounded
 * size, so that a flood evicts only its own kind. Compressed bodies and headers belong to their
 * entry.
 */
export function createResponseCache() {
  const pathEntries = new Map<string, ResponseBody>();
  const queryEntries = new LRUCache<string, ResponseBody>({
    maxSize: maxQueryEntriesBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ maxBytes }, key) => maxBytes + 2 * key.length + entryOverheadBytes,
  });
  /** Renderings in progress, by key. */
  const inFlight = new Map<string, Promise<CacheLookup>>();
  let generation = 0;

  /** @returns whether the cache accepted it */
  function store(key: string, body: ResponseBody): boolean {
    if (!key.includes('?')) {
      pathEntries.set(key, body);
      return true;
    }
    return key.length <= maxKeyLength && queryEntries.set(key, body).has(key);
  }

  const find = (key: string): ResponseBody | undefined =>
    pathEntries.get(key) ?? queryEntries.get(key);

  async function renderAndStore(
    key: string,
    render: () => Promise<RenderedResponse>,
  ): Promise<CacheLookup> {
    const startGeneration = generation;
    const { text, isComplete } = await render();
    const body = new ResponseBody(text, !key.includes('?'));
    // A response that was read before a content change must not be stored after it.
    const isStored = isComplete && startGeneration === generation && store(key, body);
    return { body, status: isStored ? 'fwd=miss; stored' : 'fwd=miss' };
  }

  return {
    /**
     * Returns the cached response, the one that is being rendered for another request, or a new
     * one.
     * @param key the path and the normalized query parameters that the response depends on
     */
    async getOrRender(key: string, render: () => Promise<RenderedResponse>): Promise<CacheLookup> {
      const cached = find(key);
      if (cached) return { body: cached, status: 'hit' };
      const pending = inFlight.get(key);
      if (pending) return { body: (await pending).body, status: 'fwd=miss; collapsed' };
      const rendering = renderAndStore(key, render).finally(() => {
        if (inFlight.get(key) === rendering) inFlight.delete(key);
      });
      inFlight.set(key, rendering);
      return rendering;
    },

    find,

    /** Empties the cache after a content change. Renderings in progress are not stored. */
    clear(): void {
      generation += 1;
      pathEntries.clear();
      queryEntries.clear();
      inFlight.clear();
    },
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;
