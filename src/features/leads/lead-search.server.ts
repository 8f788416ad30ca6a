import { sql } from 'kysely';
import { type Cursor, encodeCursor } from '../../lib/cursor.server';
import type { Database } from '../../lib/database.server';
import { inProgressStatuses, type Lead, type LeadStatus } from './lead';
import { leadOf } from './lead-table.server';

export interface LeadSearch {
  status?: LeadStatus | undefined;
  /** Those alone that look like spam. */
  suspect?: 'true' | undefined;
  /** Text to be found in the company, the contact, the email, the phone, the package or the message. */
  q?: string | undefined;
  limit: number;
  cursor?: Cursor | undefined;
}

type Filter = Omit<LeadSearch, 'limit' | 'cursor'>;

const searched = [
  'companyName',
  'contactName',
  'email',
  'phone',
  'interestedPackage',
  'message',
] as const;

/** The reads of the visitors' enquiries. */
export function leadSearch(db: Database) {
  function matching({ status, suspect, q }: Filter) {
    let query = db.selectFrom('leads');
    if (suspect) query = query.where('suspect', 'is not', null);
    if (status) query = query.where('status', '=', status);
    if (q) {
      // SQLite lowers ASCII letters only, hence the second, unchanged try for all others.
      const pattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
      query = query.where(({ or }) =>
        or(
          searched.flatMap((column) => [
            sql<boolean>`lower(${sql.ref(`leads.${column}`)}) like ${pattern(q.toLowerCase())} escape '\\'`,
            sql<boolean>`${sql.ref(`leads.${column}`)} like ${pattern(q)} escape '\\'`,
          ]),
        ),
      );
    }
    return query;
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
