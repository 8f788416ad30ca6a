import type { Database } from '../../db/database.server';
import { DAY } from '../../lib/time';
import type { FunnelReport, StepCounts } from './funnel-steps';
import { toUtcDay } from './store.server';

const findMaxCount = (counts: StepCounts): number => Math.max(0, ...Object.values(counts));

/** Builds the report of the last `days` days, including today. */
export async function buildFunnelReport(db: Database, days: number): Promise<FunnelReport> {
  const now = Date.now();
  const dayRange = Array.from({ length: days }, (_, index) =>
    toUtcDay(new Date(now - (days - 1 - index) * DAY)),
  );
  const rows = await db
    .selectFrom('funnelCounts')
    .selectAll()
    .where('day', '>=', dayRange[0] ?? '')
    .execute();
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
