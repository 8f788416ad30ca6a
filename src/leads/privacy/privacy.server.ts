import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { z } from '../../lib/schema';
import { type ErasureReport, lead } from '../contract';
import { readTimeline } from '../detail/timeline.server';
import { leadDelivery, leadNote, leadTask, timelineEntry } from '../detail-contract';
import { recordLeadDeletions } from '../history.server';
import type { LeadHooks } from '../hooks.server';
import type { LeadRoutesContext } from '../routes-context.server';
import { toLead } from '../table.server';
import { purgeLeads } from './purge.server';

/** The audit subject of exports and erasures. Nothing about the person is stored with it. */
const privacySubject = 'privacy';

/** Describes an export, with the calls, payments and proposals as their features describe them. */
export const createPersonExportSchema = ({ records }: LeadHooks) =>
  z.object({
    email: z.string(),
    exportedAt: z.string(),
    leads: z.array(
      z.object({
        ...lead.shape,
        timeline: z.array(timelineEntry),
        notes: z.array(leadNote),
        tasks: z.array(leadTask),
        deliveries: z.array(leadDelivery),
        bookings: records.bookings.schema,
        payments: records.payments.schema,
        proposals: records.proposals.schema,
      }),
    ),
    /** Calls that belong to no lead. */
    bookings: records.bookings.schema,
  });

/**
 * Selects the leads with exactly this email, also deleted ones. Not by the normalized mailbox: some
 * hosts give `a+b@host` and `a@host` to two people.
 */
const selectByEmail = (db: Database | DatabaseTransaction, email: string) =>
  db.selectFrom('leads').where(sql`lower(email)`, '=', email.toLowerCase());

/** Reads everything that is stored about one person. Records that it was exported. */
export async function exportPerson(
  { db, environment, hooks }: Pick<LeadRoutesContext, 'db' | 'environment' | 'hooks'>,
  email: string,
  userId: string | null,
) {
  const rows = await selectByEmail(db, email).selectAll().orderBy('createdAt').execute();
  const leads = [];
  // One after the other, so that a person with many inquiries doesn't take all connections.
  for (const row of rows) {
    const one = toLead(row);
    const ids = [row.id];
    leads.push({
      ...one,
      ...(await readTimeline(db, [one], hooks.timelineKinds)),
      bookings: await hooks.records.bookings.list(db, ids, environment),
      payments: await hooks.records.payments.list(db, ids, environment),
      proposals: await hooks.records.proposals.list(db, ids, environment),
    });
  }
  const bookings = await hooks.privacy.listBookings(db, email);
  const exportedAt = new Date().toISOString();
  await runInTransaction(db, (transaction) =>
    writeAudit(transaction, [
      {
        subject: privacySubject,
        itemId: null,
        action: 'created',
        at: exportedAt,
        userId,
        after: { exportedLeads: leads.length, exportedBookings: bookings.length },
      },
    ]),
  );
  return { email, exportedAt, leads, bookings };
}

/** Permanently deletes what is stored about one person, apart from what accounting needs. */
export const erasePerson = (
  { db, hooks }: Pick<LeadRoutesContext, 'db' | 'hooks'>,
  email: string,
  userId: string | null,
): Promise<ErasureReport> =>
  runInTransaction(db, async (transaction) => {
    const rows = await selectByEmail(transaction, email).select('id').orderBy('id').execute();
    const errors = await hooks.beforeDelete(transaction, new Map(rows.map(({ id }) => [id, [id]])));
    const erasedLeadIds = rows.map(({ id }) => id).filter((id) => !errors.has(id));
    const kept = [...errors].map(([leadId, { message }]) => ({ leadId, reason: message }));
    await purgeLeads(transaction, erasedLeadIds, hooks.timelineKinds);
    const at = new Date().toISOString();
    await recordLeadDeletions(transaction, erasedLeadIds, at, userId);
    // An earlier release has queued copies of the texts.
    await transaction.deleteFrom('leadSearchQueue').execute();
    const erasedBookings = await hooks.privacy.eraseBookings(transaction, email);
    await writeAudit(transaction, [
      {
        subject: privacySubject,
        itemId: null,
        action: 'deleted',
        at,
        userId,
        after: { erasedLeads: erasedLeadIds.length, erasedBookings, keptLeads: kept.length },
      },
    ]);
    return { erasedLeadIds, erasedBookings, kept };
  });
