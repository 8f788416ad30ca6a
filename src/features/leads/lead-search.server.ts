import { type SelectQueryBuilder, sql } from 'kysely';
import { type Cursor, encodeCursor } from '../../lib/cursor.server';
import type { Database, Tables } from '../../lib/database.server';
import { inProgressStatuses, type Lead, type LeadStatus } from './lead';
import { parsePhoneDigits, toComparable } from './lead-search-text';
import { leadOf } from './lead-table.server';
import './lead-search-texts.server';

export interface LeadSearch {
  status?: LeadStatus | undefined;
  /** Those alone that look like spam. */
  suspect?: 'true' | undefined;
  /** Text to be found in what the visitor sent, or in where they came from: source and campaign. */
  q?: string | undefined;
  limit: number;
  cursor?: Cursor | undefined;
}

type Filter = Omit<LeadSearch, 'limit' | 'cursor'>;

/** What stands for the search text of a lead that an earlier release has stored a moment ago. */
const storedTexts = sql`lower(leads.company_name || ' ' || leads.contact_name || ' ' || leads.email)`;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The reads of the visitors' enquiries. */
export function leadSearch(db: Database) {
  function matching({ status, suspect, q }: Filter) {
    let query = q ? searched(q) : db.selectFrom('leads');
    if (suspect) query = query.where('suspect', 'is not', null);
    if (status) query = query.where('status', '=', status);
    return query;
  }

  /** The leads that have what was typed, as it is or as a phone number. */
  function searched(q: string) {
    const texts = new Set([toComparable(q), parsePhoneDigits(q) ?? toComparable(q)]);
    const found = db
      .selectFrom('leads')
      .leftJoin('leadSearchTexts', 'leadSearchTexts.leadId', 'leads.id')
      .where(({ or }) =>
        or(
          [...texts].map(
            (text) =>
              sql<boolean>`coalesce(lead_search_texts.text, ${storedTexts}) like ${toLikePattern(text)} escape '\\'`,
          ),
        ),
      );
    // The joined table is there for the condition alone: no reader may select from it.
    return found as unknown as SelectQueryBuilder<Tables, 'leads', unknown>;
  }

  return {
    /** A page of the leads, newest first; `next` is where the page after it starts. */
    async list(search: LeadSearch): Promise<{ leads: Lead[]; next: string | null }> {
      const { limit, cursor } = search;
      let query = matching(search).selectAll('leads');
      if (cursor) {
        query = query.where(
          sql<boolean>`(leads.created_at, leads.id) < (${cursor.moment}, ${cursor.id})`,
        );
      }
      const rows = await query
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const leads = rows.slice(0, limit).map(leadOf);
      const last = leads.at(-1);
      const isMore = rows.length > limit && last !== undefined;
      const next = isMore ? encodeCursor({ moment: last.createdAt, id: last.id }) : null;
      return { leads, next };
    },

    /** How many leads a search finds in all. */
    async count(search: Filter): Promise<number> {
      const { total } = await matching(search)
        .select((eb) => eb.fn.countAll().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** The dashboard's figures. */
    async summary() {
      const rows = await db
        .selectFrom('leads')
        .select((eb) => ['status', 'suspect', eb.fn.countAll().as('count')])
        .groupBy(['status', 'suspect'])
        .execute();
      const sum = (counted: (row: { status: LeadStatus; isSuspect: boolean }) => boolean) =>
        rows
          .filter(({ status, suspect }) => counted({ status, isSuspect: suspect !== null }))
          .reduce((total, { count }) => total + Number(count), 0);
      return {
        total: sum(() => true),
        new: sum(({ status, isSuspect }) => status === 'new' && !isSuspect),
        inProgress: sum(({ status }) => inProgressStatuses.includes(status)),
        /** Not looked at yet. */
        suspected: sum(({ status, isSuspect }) => status === 'new' && isSuspect),
      };
    },
  };
}
