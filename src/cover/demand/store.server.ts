import { LRUCache } from 'lru-cache';
import { createCountBuffer } from '../../analytics/count-buffer.server';
import { getRetainedDay, toUtcDay } from '../../analytics/store.server';
import type { Database } from '../../db/database.server';
import type { OutageLog } from '../../db/outage-log.server';
import { DAY } from '../../lib/time/durations';
import { parseMinutes } from '../../lib/time/week-hours';
import type { CoverAnswer } from '../contract';
import type { DemandReport } from './contract';

interface DemandRow {
  /** YYYY-MM-DD in UTC. */
  day: string;
  weekday: number;
  hour: number;
  asked: number;
  covered: number;
}

declare module '../../db/database.server' {
  interface Tables {
    demandCounts: DemandRow;
  }
}

/** Maximum number of page views whose reports can be replaced; each has a few hundred bytes. */
const maxReplaceable = 2_000;

const hoursPerWeek = 7 * 24;
const uncovered = 1;
const covered = 2;

/** Marks each hour of the week that a plan asks for as covered, or as not completely covered. */
function markHours({ desks }: CoverAnswer): Uint8Array {
  const hours = new Uint8Array(hoursPerWeek);
  for (const { day, from, to, talentId } of desks.flatMap(({ spans }) => spans)) {
    const midnight = (day - 1) * 24;
    const end = midnight + Math.ceil(parseMinutes(to) / 60);
    for (let hour = midnight + Math.floor(parseMinutes(from) / 60); hour < end; hour += 1) {
      hours[hour] = talentId === null || hours[hour] === uncovered ? uncovered : covered;
    }
  }
  return hours;
}

/** Adds rows to the counts. Sorted, so that two processes lock the same rows in the same order. */
const addRows = (db: Database, rows: readonly DemandRow[]) =>
  db
    .insertInto('demandCounts')
    .values(
      rows.toSorted(
        (a, b) =>
          (a.day < b.day ? -1 : Number(a.day > b.day)) || a.weekday - b.weekday || a.hour - b.hour,
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['day', 'weekday', 'hour']).doUpdateSet((eb) => ({
        asked: eb('demandCounts.asked', '+', eb.ref('excluded.asked')),
        covered: eb('demandCounts.covered', '+', eb.ref('excluded.covered')),
      })),
    )
    .execute();

/** Creates a counter of the hours that plans ask for. */
export function createDemandCounter(db: Database, outages: OutageLog) {
  const buffer = createCountBuffer<DemandRow>(
    {
      name: 'the demand',
      getKey: ({ day, weekday, hour }) => `${day} ${weekday} ${hour}`,
      add: (row, other) => {
        row.asked += other.asked;
        row.covered += other.covered;
      },
      write: (rows) => addRows(db, rows),
      maxRows: hoursPerWeek,
    },
    outages,
  );
  /**
   * The hours that were counted, by page view. Only in this process: a report that another one
   * receives counts again, which is rare, and better than a stored trace of visits.
   */
  const counted = new LRUCache<string, { day: string; hours: Uint8Array }>({ max: maxReplaceable });

  function countHours(day: string, hours: Uint8Array, sign: 1 | -1): void {
    for (const [index, mark] of hours.entries()) {
      if (mark === 0) continue;
      buffer.count({
        day,
        weekday: Math.floor(index / 24) + 1,
        hour: index % 24,
        asked: sign,
        covered: mark === covered ? sign : 0,
      });
    }
  }

  return {
    ...buffer,
    /**
     * Counts the hours of a plan, in place of those that were counted for the page view before.
     * @param id of the page view
     */
    count(id: string, answer: CoverAnswer): void {
      const earlier = counted.get(id);
      if (earlier) countHours(earlier.day, earlier.hours, -1);
      const current = { day: toUtcDay(new Date()), hours: markHours(answer) };
      countHours(current.day, current.hours, 1);
      counted.set(id, current);
    },
  };
}

/** Builds the report of the last `days` days, including today. */
export async function buildDemandReport(db: Database, days: number): Promise<DemandReport> {
  const rows = await db
    .selectFrom('demandCounts')
    .select(['weekday', 'hour'])
    .select(({ fn }) => [
      fn.sum<number>('asked').as('asked'),
      fn.sum<number>('covered').as('covered'),
    ])
    .where('day', '>=', toUtcDay(new Date(Date.now() - (days - 1) * DAY)))
    .groupBy(['weekday', 'hour'])
    .orderBy('weekday')
    .orderBy('hour')
    .execute();
  return { hours: rows.filter(({ asked }) => asked > 0) };
}

/** Deletes counts after their retention period. */
export async function purgeDemandCounts(db: Database): Promise<void> {
  await db.deleteFrom('demandCounts').where('day', '<', getRetainedDay()).execute();
}
