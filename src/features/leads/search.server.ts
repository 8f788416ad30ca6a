import { type SelectQueryBuilder, sql } from 'kysely';
import { cursorParam, encodeCursor } from '../../db/cursor.server';
import type { Database, Tables } from '../../db/database.server';
import { z } from '../../lib/schema';
import { inProgressStatuses, type Lead, type LeadSummary, leadStatuses } from './contract';
import { parsePhoneDigits, toComparable } from './search-text';
import { toLead } from './table.server';

/** The query of the list. `suspect` selects only suspected spam. */
export const leadSearch = z.object({
  status: z.optional(z.enum(leadStatuses)),
  suspect: z.optional(z.literal('true')),
  /** Text to find in the inquiry, its source or its campaign. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(cursorParam),
});

type LeadSearch = z.output<typeof leadSearch>;
type LeadFilter = Omit<LeadSearch, 'limit' | 'cursor'>;

/** Fallback for a lead without a search text, which an earlier release has just stored. */
const fallbackText = sql`lower(leads.company_name || ' ' || leads.contact_name || ' ' || leads.email)`;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Selects leads whose search text contains `q`, also as a phone number. */
function selectByText(db: Database, q: string) {
  const texts = new Set([toComparable(q), parsePhoneDigits(q) ?? toComparable(q)]);
  const found = db
    .selectFrom('leads')
    .leftJoin('leadSearchTexts', 'leadSearchTexts.leadId', 'leads.id')
    .where(({ or }) =>
      or(
        [...texts].map(
          (text) =>
            sql<boolean>`coalesce(lead_search_texts.text, ${fallbackText}) like ${toLikePattern(text)} escape '\\'`,
        ),
      ),
    );
  // The joined table is only for the condition; callers must not select from it.
  return found as unknown as SelectQueryBuilder<Tables, 'leads', unknown>;
}

function selectMatching(db: Database, { status, suspect, q }: LeadFilter) {
  let query = q ? selectByText(db, q) : db.selectFrom('leads');
  if (suspect) query = query.where('suspect', 'is not', null);
  if (status) query = query.where('status', '=', status);
  return query;
}

/** Lists a page of leads, newest first. `next` is the cursor of the next page. */
export async function listLeads(
  db: Database,
  { limit, cursor, ...filter }: LeadSearch,
): Promise<{ leads: Lead[]; next: string | null }> {
  let query = selectMatching(db, filter).selectAll('leads');
  if (cursor) {
    query = query.where(
      sql<boolean>`(leads.created_at, leads.id) < (${cursor.timestamp}, ${cursor.id})`,
    );
  }
  const rows = await query
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const leads = rows.slice(0, limit).map(toLead);
  const last = leads.at(-1);
  const isMore = rows.length > limit && last !== undefined;
  return { leads, next: isMore ? encodeCursor({ timestamp: last.createdAt, id: last.id }) : null };
}

/** Counts all matching leads. */
export async function countLeads(db: Database, filter: LeadFilter): Promise<number> {
  const { total } = await selectMatching(db, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Counts leads for the dashboard. */
export async function summarizeLeads(db: Database): Promise<LeadSummary> {
  const rows = await db
    .selectFrom('leads')
    .select((eb) => ['status', 'suspect', eb.fn.countAll().as('count')])
    .groupBy(['status', 'suspect'])
    .execute();
  const sum = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((total, { count }) => total + Number(count), 0);
  return {
    total: sum(() => true),
    new: sum(({ status, suspect }) => status === 'new' && suspect === null),
    inProgress: sum(({ status }) => inProgressStatuses.includes(status)),
    suspected: sum(({ status, suspect }) => status === 'new' && suspect !== null),
  };
}
