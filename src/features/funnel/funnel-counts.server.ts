import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { type Columns, rowsStatement } from '../../lib/rows-statement.server';
import { findLead } from '../leads/lead-table.server';
import { type Attribution, sourceOf } from '../tracking/touch';
import { directSource, type FunnelStep, otherSource, sourceLength, sourcesPerDay } from './funnel';

interface FunnelRow {
  /** YYYY-MM-DD in UTC. */
  day: string;
  step: FunnelStep;
  source: string;
  count: number;
}

declare module '../../lib/database.server' {
  interface Tables {
    funnelCounts: FunnelRow;
  }
}

/** A source as it is counted: one short word, whoever sent it. */
export function sourceName(text: string | undefined): string {
  const name = (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return name.slice(0, sourceLength).replace(/^-+|-+$/g, '') || directSource;
}

/** The day that a moment is counted on. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/**
 * The counts under their sources, or the rest's where the day has had as many as are told apart.
 * @param counts how often, by source as `sourceName` has it
 * @param day YYYY-MM-DD
 */
export async function boundedCounts(
  db: Database | DatabaseTransaction,
  counts: ReadonlyMap<string, number>,
  day = dayOf(new Date()),
): Promise<ReadonlyMap<string, number>> {
  if (counts.size === 1 && counts.has(directSource)) return counts;
  const rows = await db
    .selectFrom('funnelCounts')
    .select('source')
    .distinct()
    .where('day', '=', day)
    .execute();
  const named = new Set(rows.map(({ source }) => source));
  named.delete(directSource);
  named.delete(otherSource);
  const told = new Map<string, number>();
  for (const [source, count] of counts) {
    const isTold = source === directSource || named.has(source) || named.size < sourcesPerDay;
    const name = isTold ? source : otherSource;
    if (isTold && source !== directSource) named.add(source);
    told.set(name, (told.get(name) ?? 0) + count);
  }
  return told;
}

const columns: Columns<FunnelRow> = {
  day: 'text',
  step: 'text',
  source: 'text',
  count: 'integer',
};

const addCounts = rowsStatement(columns, (db, rows, names) =>
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
export const stepsCounted = (
  db: Database | DatabaseTransaction,
  step: FunnelStep,
  counts: ReadonlyMap<string, number>,
  day = dayOf(new Date()),
) =>
  addCounts(
    db,
    // In one order everywhere: two transactions that lock the same rows must not wait for each other.
    [...counts].toSorted().map(([source, count]) => ({ day, step, source, count })),
  );

/** Counts a step of the funnel for one source. */
export async function countStep(
  db: Database | DatabaseTransaction,
  step: FunnelStep,
  source: string,
  count = 1,
  day = dayOf(new Date()),
): Promise<void> {
  const counts = await boundedCounts(db, new Map([[source, count]]), day);
  await db.executeQuery(stepsCounted(db, step, counts, day));
}

/** The source under which a visitor's step counts: the last that brought them. */
export const countedSource = (attribution: Attribution | null | undefined): string =>
  sourceName(attribution ? sourceOf(attribution.last) : undefined);

/**
 * Counts what a visitor has done, under the last source that brought them. In the transaction of what
 * happened, so that it is counted exactly as often as it is stored.
 */
export const countStepFrom = (
  transaction: DatabaseTransaction,
  step: 'enquiry' | 'call' | 'payment',
  attribution: Attribution | null,
): Promise<void> => countStep(transaction, step, countedSource(attribution));

/** Counts a stored enquiry. */
export async function countStepOfLead(
  transaction: DatabaseTransaction,
  step: 'enquiry',
  leadId: string,
): Promise<void> {
  const lead = await findLead(transaction, leadId);
  await countStepFrom(transaction, step, lead?.attribution ?? null);
}

/** Days that counts are kept. */
const keptDays = 400;

/** Deletes the counts whose time is over. */
export async function purgeFunnelCounts(db: Database): Promise<void> {
  const before = dayOf(new Date(Date.now() - keptDays * 24 * 3_600_000));
  await db.deleteFrom('funnelCounts').where('day', '<', before).execute();
}
