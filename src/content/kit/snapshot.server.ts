/** A value that this process keeps in memory, until it changes. */
interface Snapshot<Value> {
  read: () => Promise<Value>;
  /** Drops the value after it has changed. */
  invalidate: () => void;
}

/** A collection's current list. */
export type CollectionSnapshot<T> = Snapshot<readonly T[]>;

/**
 * Keeps what takes long to load until it changes: decoding a list of 10,000 rows takes 100 ms. Used
 * by requests that need the whole of it to return a part. A failure is not kept.
 */
export function createSnapshot<Value>(load: () => Promise<Value>): Snapshot<Value> {
  let cached: Promise<Value> | undefined;
  return {
    read() {
      if (cached) return cached;
      const loading = load();
      cached = loading;
      loading.catch(() => {
        if (cached === loading) cached = undefined;
      });
      return loading;
    },
    invalidate() {
      cached = undefined;
    },
  };
}
