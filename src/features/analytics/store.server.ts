import { type Columns, createBulkStatement } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { DAY } from '../../lib/time';
import { type Attribution, getSource } from './attribution/touch';
import {
  directSource,
  type FunnelStep,
  maxSourceLength,
  maxSourcesPerDay,
  otherSource,
} from './funnel-steps';

interface FunnelRow {
  /** YYYY-MM-DD in UTC. */
  day: string;
  step: FunnelStep;
  source: string;
  count: number;
}

declare module '../../db/database.server' {
  interface Tables {
    funnelCounts: FunnelRow;
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
 * Merges the counts of new sources into "other" when the day already has the maximum number of
 * sources.
 * @param counts by source, as `normalizeSource` returns it
 * @param day YYYY-MM-DD
 */
export async function mergeExcessSources(
  db: Database | DatabaseTransaction,
  counts: ReadonlyMap<string, number>,
  day = toUtcDay(new Date()),
): Promise<ReadonlyMap<string, number>> {
  if (counts.size === 1 && counts.has(directSource)) return counts;
  const rows = await db
    .selectFrom('funnelCounts')
    .select('source')
    .distinct()
    .where('day', '=', day)
    .execute();
  const knownSources = new Set(rows.map(({ source }) => source));
  knownSources.delete(directSource);
  knownSources.delete(otherSource);
  const merged = new Map<string, number>();
  for (const [source, count] of counts) {
    if (source !== directSource && knownSources.size < maxSourcesPerDay) knownSources.add(source);
    const isListed = source === directSource || knownSources.has(source);
    const name = isListed ? source : otherSource;
    merged.set(name, (merged.get(name) ?? 0) + count);
  }
  return merged;
}

const columns: Columns<FunnelRow> = {
  day: 'text',
  step: 'text',
  source: 'text',
  count: 'integer',
};

const addCounts = createBulkStatement(columns, (db, rows, names) =>
  db
    .insertInto('funnelCounts')
    .columns(names)
    .expression(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'step', 'source']).doUpdateSet((eb) => ({
        count: eb('funnelCounts.count', '+', eb.ref('excluded.count')),
      })),
    ),
);

/**
 * Builds the statement that counts a funnel step for several sources.
 * @param counts by source, as `mergeExcessSources` returns them; at least one
 * @param day YYYY-MM-DD
 */
export const incrementFunnelSteps = (
  db: Database | DatabaseTransaction,
  step: FunnelStep,
  counts: ReadonlyMap<string, number>,
  day = toUtcDay(new Date()),
) =>
  addCounts(
    db,
    // Always in the same order, so that two transactions that lock the same rows can't deadlock.
    [...counts].toSorted().map(([source, count]) => ({ day, step, source, count })),
  );

/** Counts a step of the funnel for one source. */
export async function countFunnelStep(
  db: Database | DatabaseTransaction,
  step: FunnelStep,
  source: string,
  count = 1,
  day = toUtcDay(new Date()),
): Promise<void> {
  const counts = await mergeExcessSources(db, new Map([[source, count]]), day);
  await db.executeQuery(incrementFunnelSteps(db, step, counts, day));
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

/** Retention period of the counts, in days. */
const retentionDays = 400;

/** Deletes counts after their retention period. */
export async function purgeFunnelCounts(db: Database): Promise<void> {
  const cutoffDay = toUtcDay(new Date(Date.now() - retentionDays * DAY));
  await db.deleteFrom('funnelCounts').where('day', '<', cutoffDay).execute();
}
