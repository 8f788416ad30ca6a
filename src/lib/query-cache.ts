import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { request } from './network/http-client';

/** The key of a query: the segments of its URL. */
export type QueryKey = readonly string[];

/** Returns a query's URL: the segments of its key, joined by slashes. */
export const toUrl = (key: QueryKey): string => key.join('/');

/**
 * Caches the public pages' queries by URL (specification, section 7): GET, never stale, not
 * retried. A tenth of the size of TanStack Query, which the admin area uses: pages come with their
 * data, so most visitors need only a table of responses.
 */
export class QueryCache {
  readonly #results = new Map<string, unknown>();
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the cached data of a URL; undefined when there is none. */
  get = (url: string): unknown => this.#results.get(url);

  set(url: string, data: unknown): void {
    this.#results.set(url, data);
    for (const listener of this.#listeners) listener();
  }

  /**
   * Fetches a URL unless it is cached. Concurrent calls share a request. @throws as `request` does
   */
  load(url: string): Promise<void> {
    if (this.#results.has(url)) return Promise.resolve();
    const inFlight = this.#inFlight.get(url);
    if (inFlight) return inFlight;
    const promise = request(url)
      .then((data) => {
        // Unless the cache was cleared meanwhile, which makes this response outdated.
        if (this.#inFlight.get(url) === promise) this.set(url, data);
      })
      .finally(() => {
        if (this.#inFlight.get(url) === promise) this.#inFlight.delete(url);
      });
    this.#inFlight.set(url, promise);
    return promise;
  }

  /** Clears the cache, so that later calls fetch again. */
  clear(): void {
    this.#results.clear();
    this.#inFlight.clear();
  }

  /** Returns everything in the cache, for the browser to continue with. */
  entries(): [address: string, data: unknown][] {
    return [...this.#results];
  }
}

const QueryCacheContext = createContext<QueryCache | null>(null);

export const QueryCacheProvider = QueryCacheContext.Provider;

/** Returns the query cache of the context. */
export function useQueryCache(): QueryCache {
  const queryCache = useContext(QueryCacheContext);
  if (!queryCache) throw new Error('useQueryCache is used outside of QueryCacheProvider');
  return queryCache;
}

/** Returns what the server sent with the page under a key that is no URL; undefined for nothing. */
export function usePreloaded<T>(key: string): T | undefined {
  const queryCache = useQueryCache();
  // The API's contracts and their tests guarantee the shape of its responses.
  const get = () => queryCache.get(key) as T | undefined;
  return useSyncExternalStore(queryCache.subscribe, get, get);
}

/** The state of a query. */
export interface QueryResult<T> {
  data: T | undefined;
  isError: boolean;
  refetch: () => Promise<void>;
}

/** Fetches the URL of a key and returns its state. With `null`, fetches nothing. */
export function useQuery<T>(key: QueryKey | null): QueryResult<T> {
  const queryCache = useQueryCache();
  const url = key && toUrl(key);
  const data = usePreloaded<T>(url ?? '');
  const [failedUrls, setFailedUrls] = useState<readonly string[]>([]);

  const refetch = useCallback(async () => {
    if (url === null) return;
    const isOther = (failed: string) => failed !== url;
    try {
      await queryCache.load(url);
      setFailedUrls((failed) => failed.filter(isOther));
    } catch {
      setFailedUrls((failed) => [...failed.filter(isOther), url]);
    }
  }, [queryCache, url]);

  const isMissing = url !== null && data === undefined;
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, refetch]);

  return { data, isError: isMissing && failedUrls.includes(url), refetch };
}
