import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Cursor, cursorParam } from '../../db/cursor.server';
import type { Database, Tables } from '../../db/database.server';
import { createFieldError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import { recordId, timestamp, z } from '../../lib/schema';
import { getTimeAgo, HOUR } from '../../lib/time';
import {
  inProgressStatuses,
  type LeadSummary,
  leadSorts,
  type leadStages,
  leadStatuses,
  nextStepFilters,
  noValue,
  type ValuedLead,
} from '../contract';
import type { LeadValues } from '../lead-value.server';
import type { LeadRoutesContext } from '../routes-context.server';
import { type LeadRow, toLead } from '../table.server';
import { type ListSection, listSections } from './list-order.server';
import { filterByNextStep } from './next-step.server';
import {
  countLeadsByText,
  findLeadIdsByText,
  selectAllByText,
  selectByText,
  selectValues,
} from './text-search.server';

const booleanParam = z.enum(['true', 'false']);

const time = timestamp();

/** The filters of the list. `suspect=true` is the same as `spam=true`. */
export const leadFilter = z.object({
  status: z.optional(z.enum(leadStatuses)),
  suspect: z.optional(z.literal('true')),
  /** Text to find in the inquiry, its source or its campaign, also of a merged inquiry. */
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

export const leadSearch = z.object({
  ...leadFilter.shape,
  sort: z._default(z.enum(leadSorts), '-created'),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(cursorParam),
});

type LeadSearch = z.output<typeof leadSearch>;
export type LeadFilter = z.output<typeof leadFilter>;

/** A filter whose text was looked up: `ids` replaces `q`, unless it has many matches. */
type ResolvedFilter = LeadFilter & { ids?: readonly string[]; hasNextStep?: RawBuilder<boolean> };

/**
 * Looks up the filter's text, so that the page and the count scan the texts once, and the bounds of
 * the owner's day.
 */
export async function resolveFilter(
  { db, ...context }: Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>,
  { q, ...filter }: LeadFilter,
): Promise<ResolvedFilter> {
  const [ids, hasNextStep] = await Promise.all([
    q ? findLeadIdsByText(db, q) : undefined,
    filter.nextStep && filterByNextStep(context, filter.nextStep),
  ]);
  return {
    ...filter,
    q: ids ? undefined : q,
    ...(ids && { ids }),
    ...(hasNextStep && { hasNextStep }),
  };
}

type LeadQuery = SelectQueryBuilder<Tables, 'leads', unknown>;

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

function selectMatching(
  db: Database,
  filter: ResolvedFilter,
  byText: (db: Database, q: string) => LeadQuery = selectByText,
): LeadQuery {
  const { status, q, ids, createdFrom, createdTo } = filter;
  const spam = filter.suspect ?? filter.spam;
  let query = (q ? byText(db, q) : db.selectFrom('leads'))
    .where('leads.deletedAt', filter.deleted === 'true' ? 'is not' : 'is', null)
    .where('leads.mergedIntoId', 'is', null);
  if (ids) query = query.where('leads.id', 'in', selectValues(db, ids));
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

interface SectionPage {
  /** Position after which the page starts; undefined for the section's start. */
  after: Cursor | undefined;
  limit: number;
}

/** Reads a page of one section. */
function readSection(
  query: LeadQuery,
  { condition, column, direction }: ListSection,
  { after, limit }: SectionPage,
): Promise<LeadRow[]> {
  const position = sql`(${sql.ref(`leads.${column}`)}, leads.id)`;
  const comparison = sql.raw(direction === 'asc' ? '>' : '<');
  return query
    .selectAll('leads')
    .where(condition)
    .$if(after !== undefined, (rest) =>
      rest.where(sql<boolean>`${position} ${comparison} (${after?.timestamp}, ${after?.id})`),
    )
    .orderBy(`leads.${column}`, direction)
    .orderBy('leads.id', direction)
    .limit(limit)
    .execute();
}

/** The sections that a page reads: from the cursor's on. */
function findSections(sections: readonly ListSection[], cursor: Cursor | undefined) {
  // A cursor without a section is from an earlier release, whose list had only one.
  const name = cursor?.section ?? sections[0]?.name;
  const index = sections.findIndex((section) => section.name === name);
  // The section is gone, for example after a change of a price.
  if (index === -1) throw createFieldError('cursor', 'This is not a cursor of this list');
  return sections.slice(index);
}

/** Lists a page of leads. `last` is the position of its end if there are more. */
export async function listLeads(
  db: Database,
  { limit, cursor, sort, ...filter }: LeadSearch & ResolvedFilter,
  values: LeadValues,
): Promise<{ leads: ValuedLead[]; last: Cursor | undefined }> {
  const found: { row: LeadRow; section: ListSection }[] = [];
  const sections = findSections(listSections(sort, values), cursor);
  for (const [index, section] of sections.entries()) {
    const rows = await readSection(selectMatching(db, filter), section, {
      after: index === 0 ? cursor : undefined,
      limit: limit + 1 - found.length,
    });
    found.push(...rows.map((row) => ({ row, section })));
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const isMore = found.length > limit && last !== undefined;
  return {
    leads: page.map(({ row }) => ({ ...toLead(row), value: values.getValue(row) })),
    last: isMore
      ? {
          section: last.section.name,
          timestamp: last.row[last.section.column] ?? '',
          id: last.row.id,
        }
      : undefined,
  };
}

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
  const { q, ids } = filter;
  const isSpamHidden = filter.suspect === undefined && filter.spam === 'false';
  const isNarrow = listKeys(leadFilter.shape).some(
    (name) => name !== 'q' && filter[name] && !(name === 'spam' && isSpamHidden),
  );
  if (!ids && !isNarrow) {
    return q ? countLeadsByText(db, q, isSpamHidden) : countVisibleLeads(db, isSpamHidden);
  }
  const { total } = await selectMatching(db, filter, selectAllByText)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts the matching leads by status and package. */
export const countStages = (db: Database, filter: LeadFilter) =>
  selectMatching(db, filter, selectAllByText)
    .select((eb) => [
      'status',
      'interestedPackageId',
      'interestedPackage',
      eb.fn.countAll().as('count'),
    ])
    .groupBy(['status', 'interestedPackageId', 'interestedPackage'])
    .execute();

export type StageCount = Awaited<ReturnType<typeof countStages>>[number];

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
    suspected: sum(({ status, suspect }) => status === 'new' && suspect !== null),
    deleted,
    expiring: { count: Number(expiring.count), firstAt: expiring.firstAt },
  };
}

/** Returns the number of leads of the last hour, and when the last one was created. */
export async function readLeadActivity(db: Database) {
  const [{ count }, last] = await Promise.all([
    selectVisibleLeads(db)
      .select(({ fn }) => fn.countAll().as('count'))
      .where('createdAt', '>', getTimeAgo(HOUR))
      .executeTakeFirstOrThrow(),
    selectVisibleLeads(db)
      .select('createdAt')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { lastHour: Number(count), lastCreatedAt: last?.createdAt };
}
