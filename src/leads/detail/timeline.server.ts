import type { Database } from '../../db/database.server';
import type { AuditEntry } from '../../foundation/audit/contract';
import { readHistories } from '../../foundation/audit/store.server';
import { listLeadDeliveries } from '../../foundation/outbox/receipts.server';
import type { Lead } from '../contract';
import type { TimelineEntry } from '../detail-contract';
import { leadSubject } from '../history.server';
import type { LeadHooks, LeadRoutesContext } from '../hooks.server';
import { addNextCalls } from '../search/filter.server';
import { createNotFoundError, listInquiryIds } from '../store.server';
import { toLead } from '../table.server';
import { listContacts, listNotes } from './records.server';
import { listMerged, listRelated } from './related.server';
import { listLeadTasks } from './tasks.server';

/** Maximum number of entries, the newest ones. */
const maxEntries = 500;

type Kind = TimelineEntry['kind'];

/** The kinds of changes that have an entry of their own, by the field that the entry contains. */
const kindsByField: Record<string, Kind> = {
  status: 'status',
  nextStep: 'next-step',
  assignedPmId: 'assigned',
  suspect: 'spam',
  plan: 'plan',
  mergedLeadId: 'merged',
  unmergedLeadId: 'unmerged',
  unrelatedLeadId: 'unrelated',
  relatedLeadId: 'related',
  importId: 'imported',
};

function findKind({ action, after }: Pick<AuditEntry, 'action' | 'after'>): Kind {
  if (action === 'deleted' || action === 'restored') return action;
  if (action === 'created' && after === null) return 'added';
  const [field = '', ...others] = Object.keys(after ?? {});
  return (others.length === 0 && kindsByField[field]) || 'edited';
}

/** Creates the entry of something that is no change of a lead's fields. */
const createEntry = (
  kind: Kind,
  at: string,
  { id, leadId, by = null }: Pick<TimelineEntry, 'id' | 'leadId'> & { by?: string | null },
  after: TimelineEntry['after'],
): TimelineEntry => ({ id, kind, at, by, leadId, before: null, after });

/**
 * Reads everything that happened to a lead and the inquiries merged into it, newest first, and the
 * records about them.
 */
export async function readTimeline(
  db: Database,
  leads: readonly Lead[],
  subjectKinds: LeadHooks['timelineKinds'],
) {
  const ids = leads.map(({ id }) => id);
  const subjects = [leadSubject, ...Object.keys(subjectKinds)];
  const [history, notes, tasks, contacts, deliveries] = await Promise.all([
    readHistories(db, subjects, ids, maxEntries),
    listNotes(db, ids),
    listLeadTasks(db, ids),
    listContacts(db, ids),
    listLeadDeliveries(db, ids),
  ]);
  const entries: TimelineEntry[] = [
    ...leads.map(({ id, createdAt, ...lead }) => {
      const { companyName, contactName, email, phone, interestedPackage, message } = lead;
      const after = { companyName, contactName, email, phone, interestedPackage, message };
      return createEntry('inquiry', createdAt, { id, leadId: id }, after);
    }),
    ...history.map(({ itemId, subject, action, ...entry }) => ({
      ...entry,
      leadId: itemId,
      kind: subjectKinds[subject] ?? findKind({ action, after: entry.after }),
    })),
    ...notes.map((note) => createEntry('note', note.createdAt, note, { text: note.text })),
    ...tasks.flatMap((task) => {
      const { id, title, dueAt, doneAt } = task;
      const after = { taskId: id, title, dueAt };
      return [
        // The next step of an earlier release, which the history has, has the ID of its lead.
        ...(id === task.leadId ? [] : [createEntry('task', task.createdAt, task, after)]),
        ...(doneAt === null
          ? []
          : [createEntry('task-done', doneAt, { ...task, id: `${id}-done` }, after)]),
      ];
    }),
    ...contacts.map(({ channel, note, minutes, ...contact }) =>
      createEntry('contact', contact.at, contact, {
        channel,
        note,
        ...(minutes !== null && { minutes }),
      }),
    ),
    ...deliveries.map(({ id, leadId, callId, kind, status, lastError, createdAt, sentAt }) =>
      createEntry(
        'delivery',
        sentAt ?? createdAt,
        { id, leadId: leadId ?? '' },
        { kind, status, lastError, callId },
      ),
    ),
  ];
  const timeline = entries
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1))
    .slice(0, maxEntries);
  return { timeline, notes, tasks, deliveries };
}

/**
 * Reads a lead with everything about it and about the inquiries merged into it. Also a deleted
 * lead, until it is purged.
 * @throws AppError not_found
 */
export async function readLeadDetail(context: LeadRoutesContext, id: string) {
  const { db, environment, hooks, getValues } = context;
  const row = await db.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw createNotFoundError();
  const lead = toLead(row);
  const inquiryIds = await listInquiryIds(db, id);
  const inquiries = await listMerged(
    db,
    inquiryIds.filter((one) => one !== id),
  );
  // Without those that were deleted on their own, such as by an earlier release's undo of an import.
  const merged = inquiries.filter((one) => lead.deletedAt !== null || one.deletedAt === null);
  const ids = [id, ...merged.map((one) => one.id)];
  const [records, people, bookings, payments, proposals, values, [listed]] = await Promise.all([
    readTimeline(db, [lead, ...merged], hooks.timelineKinds),
    listRelated(db, row),
    hooks.records.bookings.list(db, ids, environment),
    hooks.records.payments.list(db, ids, environment),
    hooks.records.proposals.list(db, ids, environment),
    getValues(),
    addNextCalls(db, context, [{ id }]),
  ]);
  return {
    ...lead,
    // The newest of them, because a merge changes neither lead's plan.
    plan: lead.plan ?? merged.find(({ plan }) => plan !== null)?.plan ?? null,
    value: values.getValue(lead),
    nextCallAt: listed?.nextCallAt ?? null,
    ...records,
    ...people,
    merged,
    bookings,
    payments,
    proposals,
  };
}
