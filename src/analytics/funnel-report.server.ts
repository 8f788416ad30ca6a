import { sql } from 'kysely';
import type { Database } from '../db/database.server';
import { DAY } from '../lib/time/durations';
import type { FunnelReport, StepCounts } from './funnel-contract';
import { type FunnelRow, findListedSource, toUtcDay } from './store.server';

const findMaxCount = (counts: StepCounts): number => Math.max(0, ...Object.values(counts));

/**
 * Reads the counts since a day, and the entries that are not added to them yet, under the names
 * that they will have there. One statement reads both, so that an entry that is being added is not
 * counted twice.
 */
async function readCounts(db: Database, firstDay: string): Promise<FunnelRow[]> {
  const rows = await db
    .selectFrom('funnelCounts')
    .select(['day', 'step', 'source', 'count', sql.lit(0).as('isEntry')])
    .where('day', '>=', firstDay)
    .unionAll((eb) =>
      eb
        .selectFrom('funnelEntries')
        .select(['day', 'step', 'source'])
        .select(({ fn }) => [fn.sum<number>('count').as('count'), sql.lit(1).as('isEntry')])
        .where('day', '>=', firstDay)
        .groupBy(['day', 'step', 'source']),
    )
    .orderBy('isEntry')
    .orderBy('source')
    .execute();
  const sourcesByDay = new Map<string, Set<string>>();
  return rows.map(({ day, step, source, count }) => {
    const sources = sourcesByDay.get(day) ?? new Set();
    const listedSource = findListedSource(sources, source);
    sourcesByDay.set(day, sources.add(listedSource));
    return { day, step, source: listedSource, count };
  });
}

/** Builds the report of the last `days` days, including today. */
export async function buildFunnelReport(db: Database, days: number): Promise<FunnelReport> {
  const now = Date.now();
  const dayRange = Array.from({ length: days }, (_, index) =>
    toUtcDay(new Date(now - (days - 1 - index) * DAY)),
  );
  const rows = await readCounts(db, dayRange[0] ?? '');
  const byDay = new Map<string, StepCounts>(dayRange.map((day) => [day, {}]));
  const bySource = new Map<string, StepCounts>();
  for (const { day, step, source, count } of rows) {
    const sourceCounts = bySource.get(source) ?? {};
    bySource.set(source, sourceCounts);
    for (const counts of [byDay.get(day), sourceCounts]) {
      if (counts) counts[step] = (counts[step] ?? 0) + count;
    }
  }
  return {
    days: [...byDay].map(([day, counts]) => ({ day, counts })),
    sources: [...bySource]
      .map(([source, counts]) => ({ source, counts }))
      .sort(
        (a, b) =>
          (b.counts.visit ?? 0) - (a.counts.visit ?? 0) ||
          findMaxCount(b.counts) - findMaxCount(a.counts) ||
          a.source.localeCompare(b.source),
      ),
  };
}
