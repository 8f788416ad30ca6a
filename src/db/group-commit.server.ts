import { isOutage, isStorageError } from './storage-error.server';

interface QueuedEntry<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits in flight: while the database works on one, the next is prepared. A third makes the
 * groups smaller without more entries per second.
 */
const maxInFlight = 2;

/**
 * Lets concurrent entries share a commit. No entry waits for others: a single one is committed at
 * the end of the event-loop turn. Those that arrive meanwhile form the next commit, which starts
 * before the first ends if it is as large. An entry that can't be stored fails alone.
 * @param commit stores entries in one transaction and returns their results in the same order
 */
export function createGroupCommit<Entry, Result>(
  commit: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  maxBatchSize: number,
): (entry: Entry) => Promise<Result> {
  let queue: QueuedEntry<Entry, Result>[] = [];
  /** The number of entries of each commit in flight. */
  const inFlightSizes: number[] = [];
  let isStarting = false;
  /** Entries at the head of the queue to commit alone, because their shared commit failed. */
  let soloCount = 0;

  async function storeBatch(batch: readonly QueuedEntry<Entry, Result>[]): Promise<void> {
    try {
      const results = await commit(batch.map(({ entry }) => entry));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      if (isOutage(error)) {
        // Fail the queued entries as well. They would hit the same outage after waiting as long
        // again.
        for (const { reject } of [...batch, ...queue.splice(0)]) reject(error);
        soloCount = 0;
      } else if (batch.length > 1 && !isStorageError(error)) {
        queue = [...batch, ...queue];
        soloCount += batch.length;
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  async function startCommit(): Promise<void> {
    isStarting = false;
    const batch = queue.splice(0, soloCount > 0 ? 1 : maxBatchSize);
    // An outage has rejected the whole queue since this commit was scheduled.
    if (batch.length === 0) return;
    soloCount = Math.max(0, soloCount - 1);
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
    // Not synchronously: SQLite returns within this turn, so no other entry could join.
    setImmediate(startCommit);
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      queue.push({ entry, resolve, reject });
      scheduleCommit();
    });
}
