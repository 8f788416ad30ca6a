import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { request } from './http-client';

/** What is read: its address, as segments. */
export type QueryKey = readonly string[];

/** A read's address: its key's segments joined by a slash. */
export const toUrl = (key: QueryKey): string => key.join('/');

/**
 * What the public pages have read, by address (specification, section 7): GET, never stale, not tried
 * again by itself. Each page comes with what it shows, so that most visitors need a table of answers
 * and nothing else. Of TanStack Query, which the admin area reads and writes with, that is a tenth:
 * the rest was a seventh of what a visitor's first page loads beside React.
 */
export class QueryCache {
  readonly #results = new Map<string, unknown>();
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is held of an address; undefined when nothing is. */
  get = (url: string): unknown => this.#results.get(url);

  set(url: string, data: unknown): void {
    this.#results.set(url, data);
    for (const listener of this.#listeners) listener();
  }

  /** Reads an address, unless it is held. Asked for by several it is read once. @throws as `request` does */
  load(url: string): Promise<void> {
    if (this.#results.has(url)) return Promise.resolve();
    const inFlight = this.#inFlight.get(url);
    if (inFlight) return inFlight;
    const promise = request(url)
      .then((data) => {
        // Unless all was forgotten meanwhile: then this is old.
        if (this.#inFlight.get(url) === promise) this.set(url, data);
      })
      .finally(() => {
        if (this.#inFlight.get(url) === promise) this.#inFlight.delete(url);
      });
    this.#inFlight.set(url, promise);
    return promise;
  }

  /** Lets whoever comes next read anew. */
  clear(): void {
    this.#results.clear();
    this.#inFlight.clear();
  }

  /** All that is held, for the browser to go on from. */
  entries(): [address: string, data: unknown][] {
    return [...this.#results];
  }
}

const QueryCacheContext = createContext<QueryCache | null>(null);

export const QueryCacheProvider = QueryCacheContext.Provider;

/** What was read so far. */
export function useQueryCache(): QueryCache {
  const queryCache = useContext(QueryCacheContext);
  if (!queryCache) throw new Error('useReads is used outside of ReadsProvider');
  return queryCache;
}

/** What the server sent with the page under a key that is no address; undefined when it did not. */
export function usePreloaded<T>(key: string): T | undefined {
  const queryCache = useQueryCache();
  const get = () => queryCache.get(key) as T | undefined;
  return useSyncExternalStore(queryCache.subscribe, get, get);
}

/** What a read has come to. */
export interface QueryResult<T> {
  data: T | undefined;
  isError: boolean;
  refetch: () => Promise<void>;
}

/** Reads an address; without a key, nothing. */
export function useQuery<T>(key: QueryKey | null): QueryResult<T> {
  const queryCache = useQueryCache();
  const url = key && toUrl(key);
  const data = usePreloaded<T>(url ?? '');
  /** The address that could not be read. */
  const [failedUrl, setFailedUrl] = useState<string | null>(null);

  const refetch = useCallback(async () => {
    if (url === null) return;
    try {
      await queryCache.load(url);
      setFailedUrl(null);
    } catch {
      setFailedUrl(url);
    }
  }, [queryCache, url]);

  const isMissing = url !== null && data === undefined;
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, refetch]);

  return { data, isError: isMissing && failedUrl === url, refetch };
}
