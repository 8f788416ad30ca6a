/** A collection's current list in this process's memory. */
export interface CollectionSnapshot<T> {
  read: () => Promise<readonly T[]>;
  /** Drops the list after the content has changed. */
  invalidate: () => void;
}

/**
 * Caches a list until the content changes, because decoding 10,000 rows takes 100 ms. Used by
 * requests that need the whole list to return a part of it.
 */
export function createSnapshot<T>(load: () => Promise<T[]>): CollectionSnapshot<T> {
  let cached: Promise<readonly T[]> | undefined;
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
