import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { request } from './http';

/** What is read: its address, as segments. */
export type ReadKey = readonly string[];

/** A read's address: its key's segments joined by a slash. */
export const addressOf = (key: ReadKey): string => key.join('/');

/**
 * What the public pages have read, by address (specification, section 7): GET, never stale, not tried
 * again by itself. Each page comes with what it shows, so that most visitors need a table of answers
 * and nothing else. Of TanStack Query, which the admin area reads and writes with, that is a tenth:
 * the rest was a seventh of what a visitor's first page loads beside React.
 */
export class Reads {
  readonly #held = new Map<string, unknown>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is held of an address; undefined when nothing is. */
  get = (address: string): unknown => this.#held.get(address);

  put(address: string, data: unknown): void {
    this.#held.set(address, data);
    for (const listener of this.#listeners) listener();
  }

  /** Reads an address, unless it is held. Asked for by several it is read once. @throws as `request` does */
  load(address: string): Promise<void> {
    if (this.#held.has(address)) return Promise.resolve();
    const begun = this.#running.get(address);
    if (begun) return begun;
    const run = request(address)
      .then((data) => {
        // Unless all was forgotten meanwhile: then this is old.
        if (this.#running.get(address) === run) this.put(address, data);
      })
      .finally(() => {
        if (this.#running.get(address) === run) this.#running.delete(address);
      });
    this.#running.set(address, run);
    return run;
  }

  /** Lets whoever comes next read anew. */
  forget(): void {
    this.#held.clear();
    this.#running.clear();
  }

  /** All that is held, for the browser to go on from. */
  entries(): [address: string, data: unknown][] {
    return [...this.#held];
  }
}

const ReadsContext = createContext<Reads | null>(null);

export const ReadsProvider = ReadsContext.Provider;

/** What was read so far. */
export function useReads(): Reads {
  const reads = useContext(ReadsContext);
  if (!reads) throw new Error('useReads is used outside of ReadsProvider');
  return reads;
}

/** What the server sent with the page under a key that is no address; undefined when it did not. */
export function useSent<T>(key: string): T | undefined {
  const reads = useReads();
  const get = () => reads.get(key) as T | undefined;
  return useSyncExternalStore(reads.subscribe, get, get);
}

/** What a read has come to. */
export interface Read<T> {
  data: T | undefined;
  isError: boolean;
  refetch: () => Promise<void>;
}

/** Reads an address; without a key, nothing. */
export function useRead<T>(key: ReadKey | null): Read<T> {
  const reads = useReads();
  const address = key && addressOf(key);
  const data = useSent<T>(address ?? '');
  /** The address that could not be read. */
  const [failed, setFailed] = useState<string | null>(null);

  const refetch = useCallback(async () => {
    if (address === null) return;
    try {
      await reads.load(address);
      setFailed(null);
    } catch {
      setFailed(address);
    }
  }, [reads, address]);

  const isMissing = address !== null && data === undefined;
  useEffect(() => {
    if (isMissing) void refetch();
  }, [isMissing, refetch]);

  return { data, isError: isMissing && failed === address, refetch };
}
