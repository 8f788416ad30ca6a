import { isOutage, isStorageError } from './storage-error.server';

interface QueuedEntry<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits under way at once: while the database works on one, the next is made ready. A third would make
 * the groups smaller for no more entries a second.
 */
const maxInFlight = 2;

/**
 * Lets entries that come at the same time share one commit. Nothing waits for company: an entry that is
 * alone goes alone, at the end of the event loop's present turn; those that come while a commit is
 * under way go together in the next, which does not wait for the end of the first when it is as large.
 * @param commit stores entries in one transaction, and gives their results in the same order
 * @param maxBatchSize entries of one commit
 * @returns stores one entry: settles after its commit. An entry that cannot be stored fails alone.
 */
export function createGroupCommit<Entry, Result>(
  commit: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  maxBatchSize: number,
): (entry: Entry) => Promise<Result> {
  let queue: QueuedEntry<Entry, Result>[] = [];
  /** How many entries each of the commits under way has. */
  const inFlightSizes: number[] = [];
  let isStarting = false;
  /** How many of the first that wait go by themselves: one of them made their common commit fail. */
  let soloCount = 0;

  async function storeBatch(batch: readonly QueuedEntry<Entry, Result>[]): Promise<void> {
    try {
      const results = await commit(batch.map(({ entry }) => entry));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isOutage(error)) {
        // Whoever waits would find the same fault, after waiting as long again.
        const failed = [...batch, ...queue];
        queue = [];
        soloCount = 0;
        for (const { reject } of failed) reject(error);
      } else if (batch.length > 1 && !isStorageError(error)) {
        queue = [...batch, ...queue];
        soloCount += batch.length;
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  function takeBatch(): QueuedEntry<Entry, Result>[] {
    if (soloCount === 0) return queue.splice(0, maxBatchSize);
    soloCount -= 1;
    return queue.splice(0, 1);
  }

  async function startCommit(): Promise<void> {
    isStarting = false;
    const batch = takeBatch();
    inFlightSizes.push(batch.length);
    await storeBatch(batch);
    inFlightSizes.splice(inFlightSizes.indexOf(batch.length), 1);
    scheduleCommit();
  }

  function scheduleCommit(): void {
    const [oldestSize = 0] = inFlightSizes;
    const isDue = queue.length > 0 && (queue.length >= oldestSize || soloCount > 0);
    if (isStarting || inFlightSizes.length === maxInFlight || !isDue) return;
    isStarting = true;
    // Not at once: SQLite answers without leaving this turn, in which nobody else could come along.
    setImmediate(startCommit);
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      queue.push({ entry, resolve, reject });
      scheduleCommit();
    });
}
