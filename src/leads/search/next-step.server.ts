import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { closedStatuses, type nextStepFilters } from '../contract';
import type { LeadRoutesContext } from '../routes-context.server';
import { findToday, findWeek } from '../today/day-bounds.server';
import { selectValues } from './text-search.server';

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

/** Adds the next planned call to each of these leads. */
export async function addNextCalls<Lead extends { id: string }>(
  db: Database,
  context: Pick<Context, 'hooks'>,
  leads: readonly Lead[],
): Promise<(Lead & { nextCallAt: string | null })[]> {
  const ids = leads.map(({ id }) => id);
  const { rows } = await sql<{ id: string; start: string }>`
    select * from (${selectNextCalls(context)}) as calls where id in ${selectValues(db, ids)}
  `.execute(db);
  const starts = new Map(rows.map(({ id, start }) => [id, start]));
  return leads.map((lead) => ({ ...lead, nextCallAt: starts.get(lead.id) ?? null }));
}

/**
 * Builds an SQL condition on a row of `leads`: whether its next step is due as the filter says. A
 * planned call takes the place of a next step that is missing.
 */
export async function filterByNextStep(
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
