/** A value that this process keeps in memory, until it changes or is too old. */
export interface Snapshot<Value> {
  read: () => Promise<Value>;
  /** Drops the value after it has changed. */
  invalidate: () => void;
}

/**
 * Keeps what takes long to load: decoding a list of 10,000 rows takes 100 ms. Readers at the same
 * time share a load. A failure is not kept.
 * @param maxAgeMs how old the value may become; by default, it is kept until it is invalidated
 */
export function createSnapshot<Value>(
  load: () => Promise<Value>,
  maxAgeMs = Number.POSITIVE_INFINITY,
): Snapshot<Value> {
  let cached: { loading: Promise<Value>; expiresAt: number } | undefined;
  return {
    read() {
      if (cached && performance.now() < cached.expiresAt) return cached.loading;
      const entry = { loading: load(), expiresAt: Number.POSITIVE_INFINITY };
      cached = entry;
      entry.loading.then(
        () => {
          entry.expiresAt = performance.now() + maxAgeMs;
        },
        () => {
          if (cached === entry) cached = undefined;
        },
      );
      return entry.loading;
    },
    invalidate() {
      cached = undefined;
    },
  };
}
