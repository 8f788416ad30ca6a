import { v7 as uuidv7 } from 'uuid';
import { type Columns, createBulkStatement } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { DAY } from '../lib/time/durations';
import { type Attribution, getSource } from './attribution/touch';
import {
  directSource,
  type FunnelStep,
  maxSourceLength,
  maxSourcesPerDay,
  otherSource,
} from './funnel-steps';

export interface FunnelRow {
  /** YYYY-MM-DD in UTC. */
  day: string;
  step: FunnelStep;
  source: string;
  count: number;
}

interface FunnelEntryRow extends FunnelRow {
  id: string;
}

declare module '../db/database.server' {
  interface Tables {
    funnelCounts: FunnelRow;
    /** Counts that housekeeping adds to `funnelCounts`. */
    funnelEntries: FunnelEntryRow;
  }
}

/** Normalizes a source for counting. */
export function normalizeSource(text: string | undefined): string {
  const name = (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return name.slice(0, maxSourceLength).replace(/^-+|-+$/g, '') || directSource;
}

/** Formats the UTC day of a time as YYYY-MM-DD. */
export const toUtcDay = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Returns the name that a source is counted under: "other" when it is new and the day already has
 * the maximum number of sources.
 * @param known the sources of the day
 */
export function findListedSource(known: Iterable<string>, source: string): string {
  if (source === directSource) return source;
  const names = new Set(known);
  names.delete(directSource);
  names.delete(otherSource);
  return names.has(source) || names.size < maxSourcesPerDay ? source : otherSource;
}

async function readSources(db: Database, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('funnelCounts')
    .select('source')
    .distinct()
    .where('day', '=', day)
    .execute();
  return rows.map(({ source }) => source);
}

/** Counts a step of the funnel for one source. */
export async function countFunnelStep(
  db: Database,
  step: FunnelStep,
  source: string,
  count = 1,
  day = toUtcDay(new Date()),
): Promise<void> {
  // Most visits are direct, and need no look at the other sources.
  const known = source === directSource ? [] : await readSources(db, day);
  await db
    .insertInto('funnelCounts')
    .values({ day, step, source: findListedSource(known, source), count })
    .onConflict((conflict) =>
      conflict.columns(['day', 'step', 'source']).doUpdateSet((eb) => ({
        count: eb('funnelCounts.count', '+', eb.ref('excluded.count')),
      })),
    )
    .execute();
}

const entryColumns: Columns<FunnelEntryRow> = {
  id: 'text',
  day: 'text',
  step: 'text',
  source: 'text',
  count: 'integer',
};

const addEntries = createBulkStatement(entryColumns, (db, rows, names) =>
  db.insertInto('funnelEntries').columns(names).expression(rows),
);

/**
 * Builds the statement that counts inquiries of this day by source. It only inserts: if all
 * inquiries of a day updated one row, each transaction would wait for the commit before it.
 * @param sources the source of each inquiry
 */
export function appendInquiries(db: Database, sources: readonly string[]) {
  const day = toUtcDay(new Date());
  const counts = new Map<string, number>();
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
  const toRow = ([source, count]: [string, number]): FunnelEntryRow => ({
    ...{ id: uuidv7(), day, step: 'enquiry', source, count },
  });
  return addEntries(db, [...counts].map(toRow));
}

/** Maximum number of entries per transaction of `foldFunnelEntries`. */
const maxFoldedEntries = 1_000;

/** Adds a part of the entries to the counts. @returns the number of entries */
const foldSomeEntries = (db: Database): Promise<number> =>
  runInTransaction(db, async (transaction) => {
    // Another process that folds the same entries waits here, and then finds none of them.
    const entries = await transaction
      .deleteFrom('funnelEntries')
      .where('id', 'in', (eb) =>
        eb.selectFrom('funnelEntries').select('id').orderBy('id').limit(maxFoldedEntries),
      )
      .returning(['day', 'step', 'source', 'count'])
      .execute();
    const totals = new Map<string, FunnelRow>();
    for (const entry of entries) {
      const key = `${entry.day} ${entry.step} ${entry.source}`;
      const total = totals.get(key);
      if (total) total.count += entry.count;
      else totals.set(key, { ...entry });
    }
    // Sorted, so that two transactions lock the same rows in the same order.
    for (const key of [...totals.keys()].toSorted()) {
      const total = totals.get(key);
      if (!total) continue;
      await countFunnelStep(transaction, total.step, total.source, total.count, total.day);
    }
    return entries.length;
  });

/** Adds the entries to the counts. */
export async function foldFunnelEntries(db: Database): Promise<void> {
  while ((await foldSomeEntries(db)) === maxFoldedEntries);
}

/** Returns the source under which a visitor's step counts: the source of the last touch. */
export const toFunnelSource = (attribution: Attribution | null | undefined): string =>
  normalizeSource(attribution ? getSource(attribution.last) : undefined);

/**
 * Counts a visitor's step under the source of their last touch. Runs in the transaction that stores
 * the lead, call or payment, so that each is counted exactly once.
 */
export const countVisitorStep = (
  transaction: DatabaseTransaction,
  step: 'enquiry' | 'call' | 'payment',
  attribution: Attribution | null,
): Promise<void> => countFunnelStep(transaction, step, toFunnelSource(attribution));

/** Retention period of daily counts, in days. */
const retentionDays = 400;

/** Returns the UTC day before which daily counts are deleted. */
export const getRetainedDay = (): string => toUtcDay(new Date(Date.now() - retentionDays * DAY));

/** Deletes counts after their retention period. */
export async function purgeFunnelCounts(db: Database): Promise<void> {
  await db.deleteFrom('funnelCounts').where('day', '<', getRetainedDay()).execute();
}
