import { countRows, type Database } from '../../db/database.server';
import { listKeys } from '../../lib/list';
import type { z } from '../../lib/schema';
import { createSnapshot } from '../../lib/snapshot.server';
import { getTimeAgo, HOUR, SECOND } from '../../lib/time/durations';
import { inProgressStatuses, type LeadSummary, type leadStages, leadStatuses } from '../contract';
import type { LeadValues } from '../lead-value.server';
import {
  leadFilter,
  type ResolvedFilter,
  selectMatching,
  selectVisibleLeads,
} from './filter.server';

/**
 * Counts the leads that are in lists: all without the few that are deleted, merged or, on demand,
 * suspected spam. Each count reads a small index, which is several times faster than counting by
 * the condition.
 */
async function countVisibleLeads(db: Database, isSpamHidden: boolean): Promise<number> {
  const { total, deleted, merged, spam } = await db
    .selectNoFrom(({ selectFrom }) => {
      const count = selectFrom('leads').select((eb) => eb.fn.countAll().as('count'));
      return [
        count.as('total'),
        count.where('deletedAt', 'is not', null).as('deleted'),
        count.where('mergedIntoId', 'is not', null).where('deletedAt', 'is', null).as('merged'),
        selectMatching(db, { spam: 'true' })
          .select((eb) => eb.fn.countAll().as('count'))
          .as('spam'),
      ];
    })
    .executeTakeFirstOrThrow();
  return Number(total) - Number(deleted) - Number(merged) - (isSpamHidden ? Number(spam) : 0);
}

/** Counts all matching leads. */
export async function countLeads(db: Database, filter: ResolvedFilter): Promise<number> {
  const isSpamHidden = filter.suspect === undefined && filter.spam === 'false';
  const isNarrow = listKeys(leadFilter.shape).some(
    (name) => filter[name] && !(name === 'spam' && isSpamHidden),
  );
  if (!filter.found && !isNarrow) return countVisibleLeads(db, isSpamHidden);
  return countRows(selectMatching(db, filter));
}

/** Counts the matching leads by status and package. */
export const countStages = (db: Database, filter: ResolvedFilter) =>
  selectMatching(db, filter)
    .select((eb) => [
      'status',
      'interestedPackageId',
      'interestedPackage',
      eb.fn.countAll().as('count'),
    ])
    .groupBy(['status', 'interestedPackageId', 'interestedPackage'])
    .execute();

type StageCount = Awaited<ReturnType<typeof countStages>>[number];

/** Sums up counts to the number of leads and their known values in each status. */
export const sumStages = (
  rows: readonly StageCount[],
  values: LeadValues,
): z.output<typeof leadStages> =>
  leadStatuses.map((status) => {
    const groups = rows.filter((row) => row.status === status);
    return {
      status,
      count: groups.reduce((sum, { count }) => sum + Number(count), 0),
      value: groups.reduce((sum, row) => sum + Number(row.count) * (values.getValue(row) ?? 0), 0),
    };
  });

/** How old counts may be: as old as the list, which the admin area fetches every 10 seconds. */
const maxAgeMs = 5 * SECOND;

/**
 * Caches the counts of all leads for the board, and of suspected spam among them, because counting
 * reads an entry of an index for each lead. A change by the admin through this process clears them;
 * others show after five seconds.
 */
export const createStageCounts = (db: Database) =>
  createSnapshot(async () => {
    const [all, spam] = await Promise.all([
      countStages(db, {}),
      // From an index of the spam. The condition that a lead is none would read all leads.
      countStages(db, { spam: 'true' }),
    ]);
    return { all, spam };
  }, maxAgeMs);

/** Counts leads for the dashboard. */
export async function summarizeLeads(db: Database): Promise<LeadSummary> {
  const [rows, deleted, expiring] = await Promise.all([
    selectVisibleLeads(db)
      .select((eb) => ['status', 'suspect', eb.fn.countAll().as('count')])
      .groupBy(['status', 'suspect'])
      .execute(),
    countLeads(db, { deleted: 'true' }),
    selectVisibleLeads(db)
      .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('expiresAt').as('firstAt')])
      .where('expiresAt', 'is not', null)
      .executeTakeFirstOrThrow(),
  ]);
  const sum = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((total, { count }) => total + Number(count), 0);
  return {
    total: sum(() => true),
    new: sum(({ status, suspect }) => status === 'new' && suspect === null),
    inProgress: sum(
      ({ status, suspect }) => inProgressStatuses.includes(status) && suspect === null,
    ),
    suspected: sum(
      ({ status, suspect }) => status === 'new' && suspect !== null && suspect !== 'by-hand',
    ),
    deleted,
    expiring: { count: Number(expiring.count), firstAt: expiring.firstAt },
  };
}

/**
 * Returns the number of leads of the last hour, and when the last one was created. Without suspected
 * spam: a program that sends it every day would hide that no inquiry arrives.
 */
export async function readLeadActivity(db: Database) {
  const leads = selectVisibleLeads(db).where('suspect', 'is', null);
  const [lastHour, last] = await Promise.all([
    countRows(leads.where('createdAt', '>', getTimeAgo(HOUR))),
    leads.select('createdAt').orderBy('createdAt', 'desc').limit(1).executeTakeFirst(),
  ]);
  return { lastHour, lastCreatedAt: last?.createdAt };
}
