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

/** A source as it is counted: one short word, whoever sent it. */
export function normalizeSource(text: string | undefined): string {
  const name = (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return name.slice(0, maxSourceLength).replace(/^-+|-+$/g, '') || directSource;
}

/** The day that a moment is counted on. */
export const toUtcDay = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * The counts under their sources, or the rest's where the day has had as many as are told apart.
 * @param counts how often, by source as `sourceName` has it
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
    const isListed =
      source === directSource || knownSources.has(source) || knownSources.size < maxSourcesPerDay;
    const name = isListed ? source : otherSource;
    if (isListed && source !== directSource) knownSources.add(source);
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
 * The statement that counts a step of the funnel for several sources at once.
 * @param counts how often, by source as `boundedCounts` gives it; one at least
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
    // In one order everywhere: two transactions that lock the same rows must not wait for each other.
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

/** The source under which a visitor's step counts: the last that brought them. */
export const toFunnelSource = (attribution: Attribution | null | undefined): string =>
  normalizeSource(attribution ? getSource(attribution.last) : undefined);

/**
 * Counts what a visitor has done, under the last source that brought them. In the transaction of what
 * happened, so that it is counted exactly as often as it is stored.
 */
export const countVisitorStep = (
  transaction: DatabaseTransaction,
  step: 'enquiry' | 'call' | 'payment',
  attribution: Attribution | null,
): Promise<void> => countFunnelStep(transaction, step, toFunnelSource(attribution));

/** Days that counts are kept. */
const retentionDays = 400;

/** Deletes the counts whose time is over. */
export async function purgeFunnelCounts(db: Database): Promise<void> {
  const cutoffDay = toUtcDay(new Date(Date.now() - retentionDays * DAY));
  await db.deleteFrom('funnelCounts').where('day', '<', cutoffDay).execute();
}
