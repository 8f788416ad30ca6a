import type { OutageLog } from '../db/outage-log.server';

/** How long counts are buffered in memory before they are written. */
const flushIntervalMs = 5_000;

/** Maximum number of different buffered counts; more are dropped. */
const maxBufferedCounts = 2_000;

interface Options<Row> {
  /** The start of the message when they can't be written: "the funnel". */
  name: string;
  /** Returns what tells a row of the table apart from the others. */
  getKey: (row: Row) => string;
  /** Adds the counts of another row with the same key. */
  add: (row: Row, other: Row) => void;
  /** Adds rows to the table. */
  write: (rows: readonly Row[]) => Promise<unknown>;
  /** Maximum number of rows that are written at once. */
  maxRows: number;
}

/**
 * Creates a buffer of counts that are written every few seconds, instead of once per visit. A crash
 * loses those seconds, which is acceptable for statistics.
 */
export function createCountBuffer<Row>(
  { name, getKey, add: addCounts, write: writeRows, maxRows }: Options<Row>,
  { createReporter }: Pick<OutageLog, 'createReporter'>,
) {
  const report = createReporter(`${name} could not be written`);
  let buffer = new Map<string, Row>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(row: Row): void {
    const key = getKey(row);
    const existing = buffer.get(key);
    if (existing) addCounts(existing, row);
    else if (buffer.size < maxBufferedCounts) buffer.set(key, row);
  }

  async function write(): Promise<void> {
    const rows = [...buffer.values()];
    buffer = new Map();
    while (rows.length > 0) {
      try {
        await writeRows(rows.slice(0, maxRows));
      } catch (error) {
        report(error);
        for (const unwritten of rows) add(unwritten);
        schedule();
        return;
      }
      rows.splice(0, maxRows);
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    /** Counts a row, which the buffer changes from then on. */
    count(row: Row): void {
      add(row);
      schedule();
    },
    flush,
    /** Writes the remaining counts and stops. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}
