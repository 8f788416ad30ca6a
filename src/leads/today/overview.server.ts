import { createHash } from 'node:crypto';
import { countRows, type Database } from '../../db/database.server';
import { listNewestChanges } from '../../foundation/audit/store.server';
import { retryDelivery } from '../../foundation/outbox/receipts.server';
import { type Api, describeRoutes, idParams, notModified } from '../../http/api.server';
import { matchEtag } from '../../http/response-body.server';
import { z } from '../../lib/schema';
import { getTimeAgo } from '../../lib/time/durations';
import { answerPeriodMs } from '../contract';
import { leadDelivery } from '../detail-contract';
import type { LeadHooks, LeadRoutesContext } from '../hooks.server';
import { selectVisibleLeads } from '../search/filter.server';
import { findToday } from './day-bounds.server';
import { type FollowUp, overview } from './overview-contract';
import { listProblems } from './problems.server';

/** Maximum number of entries in a list. The counts include all. */
const maxListed = 50;

/** Maximum number of next steps that are read and counted. */
const maxFollowUps = 500;

/** Describes the response, with the calls and proposals as their features describe them. */
const createOverviewSchema = ({ callsToday, canceledCalls, proposals }: LeadHooks['overview']) =>
  z.object({
    ...overview.shape,
    callsToday: callsToday.schema,
    canceledCalls: canceledCalls.schema,
    proposals: proposals.schema,
  });

const selectWaiting = (db: Database) =>
  selectVisibleLeads(db).where('status', '=', 'new').where('suspect', 'is', null);

const personColumns = [
  'leads.companyName',
  'leads.contactName',
  'leads.email',
  'leads.phone',
] as const;

/** Lists the leads that wait for a first answer, oldest first. */
export const listWaiting = (db: Database) =>
  selectWaiting(db)
    .select(personColumns)
    .select(['leads.id as leadId', 'interestedPackage', 'interestedPackageId', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** Counts the leads that wait for a first answer. */
export async function countWaiting(db: Database) {
  const [waiting, late] = await Promise.all([
    countRows(selectWaiting(db)),
    countRows(selectWaiting(db).where('createdAt', '<=', getTimeAgo(answerPeriodMs))),
  ]);
  return { waiting, late };
}

/** Lists the next steps that are due before a time, the first due first; no spam. */
export const listFollowUps = (db: Database, end: string): Promise<FollowUp[]> =>
  db
    .selectFrom('leads')
    .innerJoin('leadTasks as task', 'task.leadId', 'leads.id')
    .select(personColumns)
    // A task of an inquiry that was merged is on the page of the other lead.
    .select((eb) => eb.fn.coalesce('leads.mergedIntoId', 'leads.id').as('leadId'))
    .select(['task.id as taskId', 'task.title as text', 'task.dueAt'])
    .where('leads.deletedAt', 'is', null)
    .where('leads.suspect', 'is', null)
    .where('task.doneAt', 'is', null)
    .where('task.dueAt', '<', end)
    .$narrowType<{ dueAt: string }>()
    .orderBy('task.dueAt')
    .limit(maxFollowUps)
    .execute();

/** Reads what the owner has to do today. */
async function readOverview({ db, environment, hooks, getValues }: LeadRoutesContext) {
  const today = await findToday(environment.owner.timeZone);
  const now = new Date().toISOString();
  const [
    values,
    waiting,
    waitingCounts,
    followUps,
    callsToday,
    canceledCalls,
    proposals,
    problems,
  ] = await Promise.all([
    getValues(),
    listWaiting(db),
    countWaiting(db),
    listFollowUps(db, today.end),
    hooks.overview.callsToday.list(db, today, environment),
    hooks.overview.canceledCalls.list(db, environment),
    hooks.overview.proposals.list(db, environment),
    listProblems({ db, environment, hooks }),
  ]);
  const overdue = followUps.filter(({ dueAt }) => dueAt < now);
  const upcoming = followUps.filter(({ dueAt }) => dueAt >= now);
  return {
    counts: {
      ...waitingCounts,
      overdueFollowUps: overdue.length,
      followUpsToday: upcoming.length,
      callsToday: callsToday.length,
      problems: problems.length,
    },
    waiting: waiting.map(({ interestedPackageId, ...lead }) => ({
      ...lead,
      value: values.getValue({ ...lead, interestedPackageId }),
    })),
    overdueFollowUps: overdue.slice(0, maxListed),
    followUpsToday: upcoming.slice(0, maxListed),
    callsToday,
    canceledCalls,
    proposals,
    problems,
  };
}

const describeRoute = describeRoutes('leads');

/** Registers the admin's routes for what has to be done today. */
export function registerOverviewRoutes(api: Api, context: LeadRoutesContext): void {
  api.get(
    '/api/overview',
    describeRoute('admin', {
      operationId: 'getOverview',
      summary: 'What has to be done today',
      description:
        'With `If-None-Match`, an unchanged overview is a 304 without a body. It counts as changed also when something changes that it does not list, such as another lead.',
      response: {
        200: createOverviewSchema(context.hooks.overview),
        304: notModified,
      },
    }),
    async (request, reply) => {
      // Before the overview: a change between the two is then in the next response.
      const changes = await listNewestChanges(context.db);
      const overview = await readOverview(context);
      const hash = createHash('sha256').update(JSON.stringify([changes, overview]));
      const etag = `"${hash.digest('base64url')}"`;
      reply.header('ETag', etag);
      const isUnchanged = matchEtag(request.headers['if-none-match'], [etag]) !== undefined;
      return isUnchanged ? reply.code(304).send() : reply.send(overview);
    },
  );
  api.post(
    '/api/deliveries/:id/retry',
    describeRoute('admin', {
      operationId: 'retryDelivery',
      summary: 'Make a delivery now that failed, is off, or waits for its next attempt',
      params: idParams,
      response: { 200: leadDelivery },
      errors: ['conflict'],
    }),
    ({ params }) => retryDelivery(context.db, params.id),
  );
}
