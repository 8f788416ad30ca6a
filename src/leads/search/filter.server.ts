import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Tables } from '../../db/database.server';
import { recordId, timestamp, z } from '../../lib/schema';
import { closedStatuses, type Lead, leadStatuses, nextStepFilters, noValue } from '../contract';
import type { LeadRoutesContext } from '../hooks.server';
import { findToday, findWeek } from '../today/day-bounds.server';
import { containsText, type FoundLeads, findLeadsByText, selectValues } from './text-search.server';

type Context = Pick<LeadRoutesContext, 'environment' | 'hooks'>;

/**
 * Selects leads with the start of their next planned call, also of one that a merged inquiry has.
 * Starts from the calls, which are few.
 */
const selectNextCalls = ({ hooks }: Pick<Context, 'hooks'>) => sql<{ id: string; start: string }>`
  with recursive calls (id, start) as (
    ${hooks.calls.selectPlanned()}
    union
    select leads.merged_into_id, calls.start from calls
      join leads on leads.id = calls.id and leads.merged_into_id is not null
  )
  select id, min(start) as start from calls group by id`;

/**
 * Selects when somebody last worked on each lead, or its visitor did something, also in an inquiry
 * that was merged into it. Each subquery reads an index: a join would read the whole history.
 */
const selectActivity = (
  db: Database,
  { hooks }: Pick<Context, 'hooks'>,
  ids: readonly string[],
) => {
  const subjects = sql.join(Object.keys(hooks.timelineKinds));
  return sql<{ id: string } & Record<string, string | null>>`
    with recursive inquiries (lead_id, id) as (
      select id, id from leads where id in ${selectValues(db, ids)}
      union
      select inquiries.lead_id, leads.id
      from leads join inquiries on leads.merged_into_id = inquiries.id
    )
    select lead_id as id,
      max((select updated_at from leads where id = inquiries.id)) as changed_at,
      max((select max(created_at) from lead_notes where lead_id = inquiries.id)) as noted_at,
      max((select max(created_at) from lead_contacts where lead_id = inquiries.id)) as contacted_at,
      max((select max(created_at) from lead_tasks where lead_id = inquiries.id)) as planned_at,
      max((select max(at) from audit
        where item_id = inquiries.id and subject in (${subjects}))) as called_at
    from inquiries group by lead_id`;
};

/** Adds to each of these leads its next planned call, and when something last happened. */
export async function addActivity<One extends Pick<Lead, 'id' | 'updatedAt'>>(
  db: Database,
  context: Pick<Context, 'hooks'>,
  leads: readonly One[],
): Promise<(One & { nextCallAt: string | null; lastActivityAt: string })[]> {
  const ids = leads.map(({ id }) => id);
  const [calls, activity] = await Promise.all([
    sql<{ id: string; start: string }>`
      select * from (${selectNextCalls(context)}) as calls where id in ${selectValues(db, ids)}
    `.execute(db),
    selectActivity(db, context, ids).execute(db),
  ]);
  const starts = new Map(calls.rows.map(({ id, start }) => [id, start]));
  const times = new Map(
    activity.rows.map(({ id, ...times }) => [
      id,
      Object.values(times).reduce((last, at) => ((at ?? '') > (last ?? '') ? at : last)),
    ]),
  );
  return leads.map((lead) => ({
    ...lead,
    nextCallAt: starts.get(lead.id) ?? null,
    lastActivityAt: times.get(lead.id) ?? lead.updatedAt,
  }));
}

/**
 * Builds an SQL condition on a row of `leads`: whether its next step is due as the filter says. A
 * planned call takes the place of a next step that is missing.
 */
async function filterByNextStep(
  context: Context,
  due: (typeof nextStepFilters)[number],
): Promise<RawBuilder<boolean>> {
  if (due === 'overdue') return sql`leads.next_step_due_at < ${new Date().toISOString()}`;
  const calls = selectNextCalls(context);
  if (due === 'none') {
    const closed = sql.join(closedStatuses.map((status) => sql.lit(status)));
    return sql`(leads.next_step_due_at is null and leads.suspect is null
      and leads.status not in (${closed})
      and leads.id not in (select id from (${calls}) as calls where id is not null))`;
  }
  const { timeZone } = context.environment.owner;
  const { start, end } = await (due === 'today' ? findToday(timeZone) : findWeek(timeZone));
  return sql`(leads.next_step_due_at >= ${start} and leads.next_step_due_at < ${end}
    or leads.next_step_due_at is null and leads.id in (
      select id from (${calls}) as calls where start >= ${start} and start < ${end}
    ))`;
}

const booleanParam = z.enum(['true', 'false']);

const time = timestamp();

/** The filters of the list. `suspect=true` is the same as `spam=true`. */
export const leadFilter = z.object({
  status: z.optional(z.enum(leadStatuses)),
  suspect: z.optional(z.literal('true')),
  /**
   * Words to find, each anywhere: in the inquiry, its notes, its source or its campaign, also of a
   * merged inquiry. Without `sort`, leads with all of them in their names are first, unless
   * there are thousands.
   */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  /** The ID or the name of a package, or `none`. */
  package: z.optional(z.string().check(z.maxLength(120))),
  industry: z.optional(z.string().check(z.maxLength(80))),
  source: z.optional(z.string().check(z.maxLength(120))),
  /** The ID of a project manager, or `none`. */
  assignee: z.optional(recordId),
  /** Without it, suspected spam is listed among the others. */
  spam: z.optional(booleanParam),
  /** When the next step, or a booked call without one, is due; `none`: open, and nothing is planned. */
  nextStep: z.optional(z.enum(nextStepFilters)),
  /** The ID of an import, for its new leads. */
  import: z.optional(recordId),
  createdFrom: z.optional(time),
  createdTo: z.optional(time),
  /** Lists only the deleted leads that can be restored. */
  deleted: z.optional(booleanParam),
  /** Lists only the leads that retention is going to delete. */
  expiring: z.optional(z.literal('true')),
});

export type LeadFilter = z.output<typeof leadFilter>;

/** A filter whose text was looked up: `found` replaces `q`, unless it has many matches. */
export type ResolvedFilter = LeadFilter & {
  found?: FoundLeads;
  hasNextStep?: RawBuilder<boolean>;
};

/**
 * Looks up the filter's text, so that the page and the count scan the texts once, and the bounds of
 * the owner's day.
 */
export async function resolveFilter(
  { db, ...context }: Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>,
  { q, ...filter }: LeadFilter,
): Promise<ResolvedFilter> {
  const [found, hasNextStep] = await Promise.all([
    q ? findLeadsByText(db, q) : undefined,
    filter.nextStep && filterByNextStep(context, filter.nextStep),
  ]);
  return {
    ...filter,
    q: found ? undefined : q,
    ...(found && { found }),
    ...(hasNextStep && { hasNextStep }),
  };
}

export type LeadQuery = SelectQueryBuilder<Tables, 'leads', unknown>;

/** Leads that are neither deleted nor merged into another one. */
export const selectVisibleLeads = (db: Database): LeadQuery =>
  db
    .selectFrom('leads')
    .where('leads.deletedAt', 'is', null)
    .where('leads.mergedIntoId', 'is', null);

function filterByValue(
  query: LeadQuery,
  column: 'industry' | 'assignedPmId' | 'source',
  value: string | undefined,
): LeadQuery {
  if (value === undefined) return query;
  return value === noValue ? query.where(column, 'is', null) : query.where(column, '=', value);
}

function filterByPackage(query: LeadQuery, value: string | undefined): LeadQuery {
  if (value === undefined) return query;
  if (value === noValue) return query.where('interestedPackage', 'is', null);
  return query.where((eb) =>
    eb.or([eb('interestedPackageId', '=', value), eb('interestedPackage', '=', value)]),
  );
}

/** Selects the leads that match a filter. */
export function selectMatching(db: Database, filter: ResolvedFilter): LeadQuery {
  const { status, q, found, createdFrom, createdTo } = filter;
  const spam = filter.suspect ?? filter.spam;
  let query: LeadQuery = db
    .selectFrom('leads')
    .where('leads.deletedAt', filter.deleted === 'true' ? 'is not' : 'is', null)
    .where('leads.mergedIntoId', 'is', null);
  if (q) query = query.where(containsText(q));
  if (found) query = query.where('leads.id', 'in', selectValues(db, found.ids));
  if (spam) query = query.where('suspect', spam === 'true' ? 'is not' : 'is', null);
  if (filter.hasNextStep) query = query.where(filter.hasNextStep);
  if (filter.expiring) query = query.where('expiresAt', 'is not', null);
  if (status) query = query.where('status', '=', status);
  if (filter.import) query = query.where('importId', '=', filter.import);
  if (createdFrom) query = query.where('createdAt', '>=', createdFrom);
  if (createdTo) query = query.where('createdAt', '<', createdTo);
  query = filterByValue(query, 'industry', filter.industry);
  query = filterByValue(query, 'assignedPmId', filter.assignee);
  query = filterByValue(query, 'source', filter.source);
  return filterByPackage(query, filter.package);
}
