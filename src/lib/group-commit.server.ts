import { isOutage, isStorageFault } from './storage-fault.server';

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Commits under way at once: while the database works on one, the next is made ready. A third would make
 * the groups smaller for no more entries a second.
 */
const mostUnderWay = 2;

/**
 * Lets entries that come at the same time share one commit. Nothing waits for company: an entry that is
 * alone goes alone, at the end of the event loop's present turn; those that come while a commit is
 * under way go together in the next, which does not wait for the end of the first when it is as large.
 * @param commit stores entries in one transaction, and gives their results in the same order
 * @param most entries of one commit
 * @returns stores one entry: settles after its commit. An entry that cannot be stored fails alone.
 */
export function groupCommit<Entry, Result>(
  commit: (entries: readonly Entry[]) => Promise<readonly Result[]>,
  most: number,
): (entry: Entry) => Promise<Result> {
  let waiting: Waiting<Entry, Result>[] = [];
  /** How many entries each of the commits under way has. */
  const underWay: number[] = [];
  let isStarting = false;
  /** How many of the first that wait go by themselves: one of them made their common commit fail. */
  let alone = 0;

  async function store(group: readonly Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await commit(group.map(({ entry }) => entry));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (isOutage(error)) {
        // Whoever waits would find the same fault, after waiting as long again.
        const failed = [...group, ...waiting];
        waiting = [];
        alone = 0;
        for (const { reject } of failed) reject(error);
      } else if (group.length > 1 && !isStorageFault(error)) {
        waiting = [...group, ...waiting];
        alone += group.length;
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }

  function take(): Waiting<Entry, Result>[] {
    if (alone === 0) return waiting.splice(0, most);
    alone -= 1;
    return waiting.splice(0, 1);
  }

  async function start(): Promise<void> {
    isStarting = false;
    const group = take();
    underWay.push(group.length);
    await store(group);
    underWay.splice(underWay.indexOf(group.length), 1);
    next();
  }

  function next(): void {
    const [first = 0] = underWay;
    const isTime = waiting.length > 0 && (waiting.length >= first || alone > 0);
    if (isStarting || underWay.length === mostUnderWay || !isTime) return;
    isStarting = true;
    // Not at once: SQLite answers without leaving this turn, in which nobody else could come along.
    setImmediate(start);
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      next();
    });
}
