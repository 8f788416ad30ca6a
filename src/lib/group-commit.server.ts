import { isStorageFault } from './storage-fault.server';

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Bounds {
  /** Most entries of one commit. */
  most: number;
  /** Commits that may be under way at a time. */
  atOnce: number;
}

/**
 * Lets entries that come at the same time share one commit. Nothing waits for company: an entry that is
 * alone goes alone, at the end of the event loop's present turn; those that come while commits are under
 * way go together in the next.
 * @param commit stores entries in one transaction, and gives their results in the same order
 * @returns stores one entry: settles after its commit. An entry that cannot be stored fails alone.
 */
export function groupCommit<Entry, Result>(
  commit: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  { most, atOnce }: Bounds,
): (entry: Entry) => Promise<Result> {
  let waiting: Waiting<Entry, Result>[] = [];
  let underWay = 0;
  let isPlanned = false;

  async function store(group: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map(({ entry }) => entry));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isStorageFault(error)) {
        // Whoever waits would find the same fault, after waiting as long again.
        const failed = [...group, ...waiting];
        waiting = [];
        for (const { reject } of failed) reject(error);
      } else if (group.length === 1) {
        for (const { reject } of group) reject(error);
      } else {
        // One of them is the reason; the others must not fail with it.
        for (const one of group) await store([one]);
      }
    }
  }

  function start(): void {
    isPlanned = false;
    while (underWay < atOnce && waiting.length > 0) {
      underWay += 1;
      void store(waiting.splice(0, most)).then(() => {
        underWay -= 1;
        plan();
      });
    }
  }

  function plan(): void {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(start);
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      plan();
    });
}
