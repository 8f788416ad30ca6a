import type { Database } from '../../lib/database.server';
import type { FunnelStep } from './funnel';
import { dayOf } from './funnel-counts.server';

/** How often each step was taken; one that is left out, never. */
type StepCounts = Partial<Record<FunnelStep, number>>;

export interface FunnelReport {
  /** The first day that it counts, and each day since with its counts, UTC. */
  days: { day: string; counts: StepCounts }[];
  /** Those with most visits first. */
  sources: { source: string; counts: StepCounts }[];
}

const dayMilliseconds = 24 * 3_600_000;

const most = (counts: StepCounts): number => Math.max(0, ...Object.values(counts));

/** The counts of the last days, today's among them. */
export async function funnelReport(db: Database, days: number): Promise<FunnelReport> {
  const today = Date.now();
  const span = Array.from({ length: days }, (_, index) =>
    dayOf(new Date(today - (days - 1 - index) * dayMilliseconds)),
  );
  const rows = await db
    .selectFrom('funnelCounts')
    .selectAll()
    .where('day', '>=', span[0] ?? '')
    .execute();
  const byDay = new Map<string, StepCounts>(span.map((day) => [day, {}]));
  const bySource = new Map<string, StepCounts>();
  for (const { day, step, source, count } of rows) {
    const ofSource = bySource.get(source) ?? {};
    bySource.set(source, ofSource);
    for (const counts of [byDay.get(day), ofSource]) {
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
          most(b.counts) - most(a.counts) ||
          a.source.localeCompare(b.source),
      ),
  };
}
