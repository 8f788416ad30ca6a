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

/** Bytes that all kept answers with a query may take together. */
const queriedRoom = 8 * 1024 * 1024;
/** One answer that filled the room alone would push out all others at each visit. */
const largestQueried = queriedRoom / 4;
/** Characters; nothing of ours has links with longer queries. */
const longestKey = 512;

/**
 * Answers made of the content, pages and lists, in this process's memory. One without a query stays
 * until the content changes: the routes say how many there are. Those with one share a bounded room,
 * from which the least recently used go first, so that a flood of queries pushes out nothing but its
 * like.
 */
export function createAnswerCache() {
  const plain = new Map<string, AnswerBytes>();
  /** In the order of use, the longest unused first. */
  const queried = new Map<string, AnswerBytes>();
  let queriedSize = 0;
  const underWay = new Map<string, Promise<Found>>();
  let generation = 0;

  function forget(key: string): void {
    queriedSize -= queried.get(key)?.size ?? 0;
    queried.delete(key);
  }

  /** @returns whether it was kept */
  function keep(key: string, bytes: AnswerBytes): boolean {
    if (!key.includes('?')) {
      plain.set(key, bytes);
      return true;
    }
    forget(key);
    if (key.length > longestKey || bytes.size > largestQueried) return false;
    queried.set(key, bytes);
    queriedSize += bytes.size;
    for (const oldest of queried.keys()) {
      if (queriedSize <= queriedRoom) break;
      forget(oldest);
    }
    return true;
  }

  function find(key: string): AnswerBytes | undefined {
    const bytes = queried.get(key);
    if (!bytes) return plain.get(key);
    queried.delete(key);
    queried.set(key, bytes);
    return bytes;
  }

  async function make(key: string, work: () => Promise<Answer>): Promise<Found> {
    const begunIn = generation;
    const { text, complete } = await work();
    const bytes = new AnswerBytes(text);
    // What was read before a change must not outlive it.
    const isKept = complete && begunIn === generation && keep(key, bytes);
    return { bytes, status: isKept ? 'fwd=miss; stored' : 'fwd=miss' };
  }

  return {
    /**
     * The answer of a key: a kept one, else the one that is being made for somebody, else a new one.
     * @param key the path, and what of the query the answer depends on
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
      queriedSize = 0;
      underWay.clear();
    },
  };
}

export type AnswerCache = ReturnType<typeof createAnswerCache>;
