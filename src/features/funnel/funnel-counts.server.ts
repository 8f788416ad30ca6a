import type { Database, DatabaseTransaction } from '../../lib/database.server';
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

/** The given source, or the rest's when the day has had as many as are told apart. */
async function boundedSource(db: Database, day: string, source: string): Promise<string> {
  const known = await db
    .selectFrom('funnelCounts')
    .select('source')
    .distinct()
    .where('day', '=', day)
    .execute();
  const named = known.filter((row) => row.source !== directSource && row.source !== otherSource);
  const hasRoom = named.length < sourcesPerDay || source === directSource;
  return hasRoom || named.some((row) => row.source === source) ? source : otherSource;
}

/**
 * Counts a step of the funnel.
 * @param source as `sourceName` has it
 * @param day YYYY-MM-DD
 */
export async function countStep(
  db: Database | DatabaseTransaction,
  step: FunnelStep,
  source: string,
  count = 1,
  day = dayOf(new Date()),
): Promise<void> {
  const row = { day, step, source: await boundedSource(db, day, source), count };
  await db
    .insertInto('funnelCounts')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'step', 'source'])
        .doUpdateSet((eb) => ({ count: eb('funnelCounts.count', '+', count) })),
    )
    .execute();
}

/**
 * Counts what a visitor has done, under the last source that brought them. In the transaction of what
 * happened, so that it is counted exactly as often as it is stored.
 */
export const countStepFrom = (
  transaction: DatabaseTransaction,
  step: 'enquiry' | 'call' | 'payment',
  attribution: Attribution | null,
): Promise<void> =>
  countStep(transaction, step, sourceName(attribution ? sourceOf(attribution.last) : undefined));

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
