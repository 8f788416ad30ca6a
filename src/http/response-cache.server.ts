import { LRUCache } from 'lru-cache';
import { ResponseBody } from './response-body.server';

/** An answer as it was made; one that lacks something is sent, but never kept. */
export interface RenderedResponse {
  text: string;
  isComplete: boolean;
}

/** How an answer came about, in the words of the header `Cache-Status` (RFC 9211). */
type CacheStatus = 'hit' | 'fwd=miss; stored' | 'fwd=miss; collapsed' | 'fwd=miss';

interface CacheLookup {
  body: ResponseBody;
  status: CacheStatus;
}

/** Bytes of memory that all cached responses with a query may take together. */
const maxQueryEntriesBytes = 4 * 1024 * 1024;
/** A single response that filled the cache would evict all others at each visit. */
const maxEntryBytes = maxQueryEntriesBytes / 2;
/** Bytes that an entry takes besides its body and key: objects, tags, prepared headers; an assumption. */
const entryOverheadBytes = 4 * 1024;
/** Characters; nothing of ours has links with longer queries. */
const maxKeyLength = 512;

/**
 * Responses made of the content, pages and lists, in this process's memory. Those without a query stay
 * until the content changes: the routes limit how many there are. Those with one share a bounded part,
 * evicted by least recent use, so that a flood of queries evicts nothing but its like. Everything that
 * belongs to a response (compressed bodies, prepared headers) hangs on its entry and goes with it.
 */
export function createResponseCache() {
  const pathEntries = new Map<string, ResponseBody>();
  const queryEntries = new LRUCache<string, ResponseBody>({
    maxSize: maxQueryEntriesBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ maxBytes }, key) => maxBytes + 2 * key.length + entryOverheadBytes,
  });
  /** One for each key that is being made; there are no more than requests in flight. */
  const inFlight = new Map<string, Promise<CacheLookup>>();
  let generation = 0;

  /** @returns whether it was kept */
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
    // What was read before a change must not outlive it.
    const isStored = isComplete && startGeneration === generation && store(key, body);
    return { body, status: isStored ? 'fwd=miss; stored' : 'fwd=miss' };
  }

  return {
    /**
     * The answer of a key: a kept one, else the one that is being made for somebody, else a new one.
     * @param key the path, and the normalized query that the answer depends on
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

    /** The kept answer of a key, when there is one. */
    find,

    /** Forgets everything, after the content has changed. What is being made is not kept, nor shared any more. */
    clear(): void {
      generation += 1;
      pathEntries.clear();
      queryEntries.clear();
      inFlight.clear();
    },
  };
}

export type ResponseCache = ReturnType<typeof createResponseCache>;
