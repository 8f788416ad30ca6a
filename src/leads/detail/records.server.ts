import type { Database, DatabaseTransaction, Tables } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { claimRequest } from '../../http/repeatable-request.server';
import { AppError } from '../../lib/errors';
import type { z } from '../../lib/schema';
import type { Lead } from '../contract';
import {
  type ContactInput,
  type contactChannels,
  joinMail,
  type leadNote,
  type MailInput,
} from '../detail-contract';
import { recordSubject, writeLeadHistory } from '../history.server';
import { updateSearchTexts } from '../search/search-texts.server';
import { lockLead, updateLead } from '../store.server';
import { toLead } from '../table.server';

/** The columns that a note, a task and a contact have in common. */
export interface RecordRow {
  id: string;
  leadId: string;
  userId: string | null;
  createdAt: string;
}

declare module '../../db/database.server' {
  interface Tables {
    leadNotes: RecordRow & { text: string };
    leadContacts: RecordRow & {
      /** `sent-mail`: the site has sent it, or is going to. */
      channel: (typeof contactChannels)[number] | 'sent-mail';
      note: string | null;
      /** When it took place; null for when it was stored. */
      at: string | null;
      minutes: number | null;
    };
  }
}

/** Maximum number of records of a kind that are listed. */
export const maxListed = 500;

/** The lead that a record is about, the user who adds it, and the key of the request. */
export interface RecordContext {
  leadId: string;
  userId: string | null;
  /** Idempotency key: a repeated request stores nothing. */
  key: string | undefined;
}

/**
 * Locks a lead, and creates the row of a record about it. Records in the history that it was added.
 * @param content what the record is, and its fields
 * @returns the lead; the row; whether the same request has stored it before
 * @throws AppError not_found; conflict when the key was used for another request
 */
export async function createRecord(
  transaction: DatabaseTransaction,
  { leadId, userId, key }: RecordContext,
  content: readonly unknown[],
) {
  const lead = await lockLead(transaction, leadId);
  const request = { key, content: [...content, leadId] };
  const { recordId, createdAt, isRepeated } = await claimRequest(transaction, request, leadId);
  const row: RecordRow = { id: recordId, leadId, userId, createdAt };
  if (!isRepeated) {
    const entry = { subject: recordSubject, itemId: leadId, at: createdAt, userId };
    await writeLeadHistory(transaction, { ...entry, action: 'created' });
  }
  return { lead, row, isRepeated };
}

/** Lists the notes about leads, newest first. */
export const listNotes = (db: Database, leadIds: readonly string[]) =>
  db
    .selectFrom('leadNotes as note')
    .leftJoin('users', 'users.id', 'note.userId')
    .select(['note.id', 'note.leadId', 'note.text', 'note.createdAt', 'users.username as by'])
    .where('note.leadId', 'in', leadIds)
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id')
    .limit(maxListed)
    .execute();

/** Stores a note about a lead. @throws AppError not_found; conflict */
export const addNote = (
  db: Database,
  context: RecordContext,
  text: string,
): Promise<z.output<typeof leadNote>> =>
  runInTransaction(db, async (transaction) => {
    const { lead, row, isRepeated } = await createRecord(transaction, context, ['note', text]);
    if (!isRepeated) {
      await transaction
        .insertInto('leadNotes')
        .values({ ...row, text })
        .execute();
      await updateSearchTexts(transaction, [toLead(lead)]);
    }
    const { userId, ...note } = row;
    return { ...note, text, by: await findUserName(transaction, userId) };
  });

/** Deletes a note. @throws AppError not_found */
export const deleteNote = (
  db: Database,
  { leadId, noteId }: { leadId: string; noteId: string },
  userId: string | null,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    // Not `lockLead`: notes of deleted leads can be deleted, too.
    const query = transaction.selectFrom('leads').selectAll().where('id', '=', leadId);
    const leads = await lockRows(transaction, query).execute();
    const { numDeletedRows } = await transaction
      .deleteFrom('leadNotes')
      .where('id', '=', noteId)
      .where('leadId', '=', leadId)
      .executeTakeFirst();
    if (Number(numDeletedRows) === 0) throw new AppError('not_found', 'Note not found');
    const entry = { subject: recordSubject, itemId: leadId, at: new Date().toISOString(), userId };
    await writeLeadHistory(transaction, { ...entry, action: 'deleted' });
    await updateSearchTexts(transaction, leads.map(toLead));
  });

async function findUserName(
  transaction: DatabaseTransaction,
  userId: string | null,
): Promise<string | null> {
  if (userId === null) return null;
  const user = await transaction
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.username ?? null;
}

/** Lists the contacts with leads, newest first. */
export const listContacts = (db: Database, leadIds: readonly string[]) =>
  db
    .selectFrom('leadContacts as contact')
    .leftJoin('users', 'users.id', 'contact.userId')
    .select(['contact.id', 'contact.leadId', 'contact.channel', 'contact.note', 'contact.minutes'])
    .select((eb) => eb.fn.coalesce('contact.at', 'contact.createdAt').as('at'))
    .select(['contact.createdAt', 'users.username as by'])
    .where('contact.leadId', 'in', leadIds)
    .orderBy('contact.createdAt', 'desc')
    .orderBy('contact.id')
    .limit(maxListed)
    .execute();

/** Stores when a new lead was answered, which `updateLead` keeps: not before its inquiry. */
async function setAnsweredAt(
  transaction: DatabaseTransaction,
  { id, createdAt }: Pick<Lead, 'id' | 'createdAt'>,
  at: string,
): Promise<void> {
  await transaction
    .updateTable('leads')
    .set({ answeredAt: at > createdAt ? at : createdAt })
    .where('id', '=', id)
    .where('answeredAt', 'is', null)
    .execute();
}

/** Stores a contact with a lead, with what follows from it: once, however often it is requested. */
const storeContact = (
  db: Database,
  context: RecordContext,
  contact: Pick<Tables['leadContacts'], 'channel' | 'note'> &
    Partial<Pick<Tables['leadContacts'], 'at' | 'minutes'>>,
  onStored?: (transaction: DatabaseTransaction, row: RecordRow) => Promise<void>,
): Promise<Lead> =>
  runInTransaction(db, async (transaction) => {
    const content = ['contact', contact];
    const { lead, row, isRepeated } = await createRecord(transaction, context, content);
    if (isRepeated) return toLead(lead);
    await transaction
      .insertInto('leadContacts')
      .values({ ...row, ...contact })
      .execute();
    if (contact.note) await updateSearchTexts(transaction, [toLead(lead)]);
    await onStored?.(transaction, row);
    if (lead.status !== 'new') return toLead(lead);
    if (contact.at) await setAnsweredAt(transaction, lead, contact.at);
    return updateLead(transaction, lead, { status: 'contacted' }, context.userId);
  });

/**
 * Records a contact with a lead, and moves the lead from `new` to `contacted`.
 * @throws AppError not_found; conflict
 */
export const recordContact = (
  db: Database,
  context: RecordContext,
  contact: ContactInput,
): Promise<Lead> => storeContact(db, context, contact);

/**
 * Stores a mail to a lead, which the outbox sends, and moves the lead from `new` to `contacted`.
 * @throws AppError not_found; conflict
 */
export const sendMail = (db: Database, context: RecordContext, mail: MailInput): Promise<Lead> =>
  storeContact(
    db,
    context,
    { channel: 'sent-mail', note: joinMail(mail) },
    (transaction, { id, leadId }) => enqueue(transaction, 'lead-mail', { leadId, contactId: id }),
  );
