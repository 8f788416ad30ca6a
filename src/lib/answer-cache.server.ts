import { LRUCache } from 'lru-cache';
import { AnswerBytes } from './answer-bytes.server';

/** An answer as it was made; one that lacks something is sent, but never kept. */
export interface Answer {
  text: string;
  complete: boolean;
}

/** How an answer came about, in the words of the header `Cache-Status` (RFC 9211). */
type CacheStatus = 'hit' | 'fwd=miss; stored' | 'fwd=miss; collapsed' | 'fwd=miss';

interface Found {
  bytes: AnswerBytes;
  status: CacheStatus;
}

/** Bytes of memory that all cached responses with a query may take together. */
const maxQueriedBytes = 4 * 1024 * 1024;
/** A single response that filled the cache would evict all others at each visit. */
const maxEntryBytes = maxQueriedBytes / 2;
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
export function createAnswerCache() {
  const plain = new Map<string, AnswerBytes>();
  const queried = new LRUCache<string, AnswerBytes>({
    maxSize: maxQueriedBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: ({ size }, key) => size + 2 * key.length + entryOverheadBytes,
  });
  /** One for each key that is being made; there are no more than requests in flight. */
  const underWay = new Map<string, Promise<Found>>();
  let generation = 0;

  /** @returns whether it was kept */
  function keep(key: string, bytes: AnswerBytes): boolean {
    if (!key.includes('?')) {
      plain.set(key, bytes);
      return true;
    }
    return key.length <= maxKeyLength && queried.set(key, bytes).has(key);
  }

  const find = (key: string): AnswerBytes | undefined => plain.get(key) ?? queried.get(key);

  async function make(key: string, work: () => Promise<Answer>): Promise<Found> {
    const begunIn = generation;
    const { text, complete } = await work();
    const bytes = new AnswerBytes(text, !key.includes('?'));
    // What was read before a change must not outlive it.
    const isKept = complete && begunIn === generation && keep(key, bytes);
    return { bytes, status: isKept ? 'fwd=miss; stored' : 'fwd=miss' };
  }

  return {
    /**
     * The answer of a key: a kept one, else the one that is being made for somebody, else a new one.
     * @param key the path, and the normalized query that the answer depends on
     */
    async read(key: string, work: () => Promise<Answer>): Promise<Found> {
      const kept = find(key);
      if (kept) return { bytes: kept, status: 'hit' };
      const awaited = underWay.get(key);
      if (awaited) return { bytes: (await awaited).bytes, status: 'fwd=miss; collapsed' };
      const own = make(key, work).finally(() => {
        if (underWay.get(key) === own) underWay.delete(key);
      });
      underWay.set(key, own);
      return own;
    },

    /** The kept answer of a key, when there is one. */
    find,

    /** Forgets everything, after the content has changed. What is being made is not kept, nor shared any more. */
    drop(): void {
      generation += 1;
      plain.clear();
      queried.clear();
      underWay.clear();
    },
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
