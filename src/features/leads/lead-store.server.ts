import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Cursor, encodeCursor } from '../../lib/cursor.server';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../lib/database.server';
import { AppError } from '../../lib/errors';
import { laterThan } from '../../lib/later-than.server';
import { writeAudit } from '../audit/audit-store.server';
import { countStepOfLead } from '../funnel/funnel-counts.server';
import { enqueue, enqueueMissing } from '../outbox/outbox-store.server';
import { releasePayments } from '../payments/payment-release.server';
import { adoptBookings } from '../scheduling/booking-leads.server';
import { agreedDeliveries } from '../tracking/attribution';
import {
  inProgressStatuses,
  type Lead,
  type LeadInput,
  type LeadStatus,
  type Suspicion,
} from './lead';
import { noteLeadDeletions } from './lead-deletions.server';
import { findLead, leadJson, leadOf } from './lead-table.server';

export interface LeadSearch {
  status?: LeadStatus | undefined;
  /** Those alone that look like spam. */
  suspect?: 'true' | undefined;
  /** Text to be found in the company, the contact, the email, the phone, the package or the message. */
  q?: string | undefined;
  limit: number;
  cursor?: Cursor | undefined;
}

const searched = [
  'companyName',
  'contactName',
  'email',
  'phone',
  'interestedPackage',
  'message',
] as const;

/** Of what was typed alone: the same enquiry may be sent again by a later visit, with another consent. */
const hashOf = ({ attribution: _, consent: __, ...typed }: LeadInput): string =>
  createHash('sha256').update(JSON.stringify(typed)).digest('hex');

async function insertLead(
  transaction: DatabaseTransaction,
  input: LeadInput,
  suspect: Suspicion | null,
): Promise<string> {
  const now = new Date().toISOString();
  const id = randomUUID();
  await transaction
    .insertInto('leads')
    .values({
      ...input,
      ...leadJson(input),
      id,
      status: 'new',
      assignedPmId: null,
      suspect,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await enqueue(transaction, 'lead-created', {
    leadId: id,
    // No advertising platform is to learn from spam.
    agreed: agreedDeliveries(suspect === null ? input.consent : null),
    isSuspect: suspect !== null,
  });
  if (suspect === null) await countStepOfLead(transaction, 'enquiry', id);
  await adoptBookings(transaction, { id, email: input.email });
  return id;
}

/** The reads and writes of the visitors' enquiries. */
export function leadStore(db: Database) {
  const missing = () => new AppError('not_found', 'Lead not found');

  /** The lead that an earlier request with the same key has stored, if there was one. */
  async function storedBefore(key: string, requestHash: string): Promise<string | undefined> {
    const earlier = await db
      .selectFrom('idempotencyKeys')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirst();
    if (earlier && earlier.requestHash !== requestHash) {
      throw new AppError(
        'conflict',
        'This Idempotency-Key was used for another enquiry. Send the changed one with a new key.',
      );
    }
    return earlier?.leadId;
  }

  return {
    /**
     * Stores an enquiry together with the deliveries that it causes, in one durable transaction.
     * @param key makes a repeated request store nothing and get the first one's answer
     * @param suspect why it looks like spam; it is stored and answered like any other
     * @returns the lead's id
     * @throws AppError conflict when the key was used with another content
     */
    async create(
      input: LeadInput,
      key?: string,
      suspect: Suspicion | null = null,
    ): Promise<string> {
      if (key === undefined)
        return db.transaction().execute((tx) => insertLead(tx, input, suspect));
      const requestHash = hashOf(input);
      const earlier = await storedBefore(key, requestHash);
      if (earlier !== undefined) return earlier;
      try {
        return await db.transaction().execute(async (transaction) => {
          const leadId = await insertLead(transaction, input, suspect);
          await transaction
            .insertInto('idempotencyKeys')
            .values({ key, requestHash, leadId, createdAt: new Date().toISOString() })
            .execute();
          return leadId;
        });
      } catch (error) {
        // The twin of this request was faster: the key is its, and so is the lead.
        const twin = isUniqueViolation(error) ? await storedBefore(key, requestHash) : undefined;
        if (twin === undefined) throw error;
        return twin;
      }
    },

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
    async count(search: Omit<LeadSearch, 'limit' | 'cursor'>): Promise<number> {
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

    /**
     * Takes the mark of spam from a lead, and makes up for what it was kept from: its contact hears
     * that the enquiry has arrived.
     * @throws AppError not_found
     */
    async clearSuspicion(id: string): Promise<Lead> {
      return db.transaction().execute(async (transaction) => {
        const changed = await transaction
          .updateTable('leads')
          .set({ suspect: null, updatedAt: new Date().toISOString() })
          .where('id', '=', id)
          .where('suspect', 'is not', null)
          .returningAll()
          .executeTakeFirst();
        if (changed) {
          const lead = leadOf(changed);
          await enqueueMissing(transaction, 'lead-created', {
            leadId: id,
            agreed: agreedDeliveries(lead.consent),
            isSuspect: false,
          });
          // What looked like spam was not counted.
          await countStepOfLead(transaction, 'enquiry', id);
          return lead;
        }
        const lead = await findLead(transaction, id);
        if (!lead) throw missing();
        return lead;
      });
    },

    /**
     * Changes the status, and writes down who did it.
     * @throws AppError not_found
     */
    changeStatus(id: string, status: LeadStatus, userId: string | null): Promise<Lead> {
      return db.transaction().execute(async (transaction) => {
        // Changes nothing; it makes a second writer wait, so that each change is written down once.
        const stored = await transaction
          .updateTable('leads')
          .set((eb) => ({ status: eb.ref('status') }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!stored) throw missing();
        if (stored.status === status) return leadOf(stored);
        const at = laterThan(stored.updatedAt);
        const changed = await transaction
          .updateTable('leads')
          .set({ status, updatedAt: at })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await writeAudit(transaction, [
          {
            subject: 'leads',
            itemId: id,
            action: 'changed',
            at,
            userId,
            before: { status: stored.status },
            after: { status },
          },
        ]);
        return leadOf(changed);
      });
    },

    /**
     * Deletes a lead. That it was deleted is written down, and nothing of what it said.
     * @throws AppError not_found, and conflict when it has paid
     */
    async remove(id: string, userId: string | null): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await releasePayments(transaction, 'leadId', id);
        const gone = await transaction
          .deleteFrom('leads')
          .where('id', '=', id)
          .returning(['id', 'updatedAt'])
          .execute();
        if (gone.length === 0) throw missing();
        await noteLeadDeletions(transaction, gone, userId);
      });
    },
  };

  function matching({ status, suspect, q }: Omit<LeadSearch, 'limit' | 'cursor'>) {
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
}

export type LeadStore = ReturnType<typeof leadStore>;

/** Days for which a repeated request is recognised: longer than any draft is likely to lie about. */
const keyLifetime = 30;

/** Deletes the idempotency keys whose time is over. */
export async function purgeIdempotencyKeys(db: Database): Promise<void> {
  const before = new Date(Date.now() - keyLifetime * 24 * 3_600_000).toISOString();
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
}
