import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import { writeLeadHistory } from '../history.server';
import { selectVisibleLeads } from '../search/filter.server';
import { createNotFoundError, lockLeads } from '../store.server';
import type { LeadRow } from '../table.server';

declare module '../../db/database.server' {
  interface Tables {
    /** Leads that the owner has marked as different people. Each pair is stored in both orders. */
    unrelatedLeads: { leadId: string; otherId: string };
  }
}

/** Maximum number of related leads that are listed, and of those that are other people. */
const maxRelated = 50;

/**
 * Builds an SQL condition on a row of `leads`: whether the owner has marked it, or another inquiry
 * of its mailbox, as another person than a lead's.
 */
const isUnrelatedTo = ({ id, person }: Pick<LeadRow, 'id' | 'person'>) => sql<boolean>`(
  exists (select 1 from unrelated_leads as pair
    where pair.lead_id = ${id} and pair.other_id = leads.id)
  or leads.person <> ${person} and exists (select 1 from leads as one
    join unrelated_leads as pair on pair.lead_id = one.id
    join leads as other on other.id = pair.other_id
    where one.person = ${person} and other.person = leads.person)
)`;

/**
 * Lists other leads with the same mailbox or phone number, and their IDs, newest first. The IDs of
 * those that the owner has marked as other people are separate.
 */
export async function listRelated(db: Database, { id, person, phoneDigits }: LeadRow) {
  const isUnrelated = isUnrelatedTo({ id, person });
  const list = (condition: RawBuilder<boolean>) =>
    selectVisibleLeads(db)
      .select(['id', 'companyName', 'contactName', 'email', 'phone'])
      .select(['interestedPackage', 'status', 'createdAt'])
      .where('id', '<>', id)
      .where((eb) =>
        eb.or([
          // Null equals nothing in SQL.
          eb('person', '=', person),
          eb('phoneDigits', '=', phoneDigits),
        ]),
      )
      .where(condition)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(maxRelated)
      .execute();
  const [related, unrelated] = await Promise.all([
    list(sql`not ${isUnrelated}`),
    list(isUnrelated),
  ]);
  return {
    related: related.map((one) => one.id),
    unrelated: unrelated.map((one) => one.id),
    relatedLeads: [...related, ...unrelated],
  };
}

/**
 * Locks two leads.
 * @throws AppError not_found; invalid when it is one lead
 */
export async function lockPair(
  transaction: DatabaseTransaction,
  id: string,
  otherId: string,
): Promise<{ lead: LeadRow; other: LeadRow }> {
  if (id === otherId) {
    const fields = { otherId: 'Choose another lead' };
    throw new AppError('invalid', 'Choose two leads', { fields });
  }
  const rows = await lockLeads(transaction, [id, otherId]);
  const [lead, other] = [id, otherId].map((one) => rows.find((row) => row.id === one));
  if (!lead || !other) throw createNotFoundError();
  return { lead, other };
}

/** Stores that two leads are different people. @returns whether that is new */
export async function insertUnrelatedPair(
  transaction: DatabaseTransaction,
  id: string,
  otherId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('unrelatedLeads')
    .values([
      { leadId: id, otherId },
      { leadId: otherId, otherId: id },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Marks two leads as different people, whatever they have in common. */
export const markUnrelated = (
  db: Database,
  { id, otherId }: { id: string; otherId: string },
  userId: string | null,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    await lockPair(transaction, id, otherId);
    if (!(await insertUnrelatedPair(transaction, id, otherId))) return;
    const entry = { itemId: id, at: new Date().toISOString(), userId };
    await writeLeadHistory(transaction, { ...entry, after: { unrelatedLeadId: otherId } });
  });

/** Undoes `markUnrelated`, even when it was done with other inquiries of the two mailboxes. */
export const unmarkUnrelated = (
  db: Database,
  { id, otherId }: { id: string; otherId: string },
  userId: string | null,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const { lead, other } = await lockPair(transaction, id, otherId);
    const selectInquiries = (row: LeadRow) =>
      transaction
        .selectFrom('leads')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('id', '=', row.id),
            ...(lead.person === other.person ? [] : [eb('person', '=', row.person)]),
          ]),
        );
    const orders = [
      [lead, other],
      [other, lead],
    ] as const;
    let count = 0;
    for (const [one, another] of orders) {
      const { numDeletedRows } = await transaction
        .deleteFrom('unrelatedLeads')
        .where('leadId', 'in', selectInquiries(one))
        .where('otherId', 'in', selectInquiries(another))
        .executeTakeFirst();
      count += Number(numDeletedRows);
    }
    if (count === 0) return;
    const entry = { itemId: id, at: new Date().toISOString(), userId };
    await writeLeadHistory(transaction, { ...entry, after: { relatedLeadId: otherId } });
  });
