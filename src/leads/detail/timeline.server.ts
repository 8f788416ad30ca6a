import type { Database } from '../../db/database.server';
import type { AuditEntry } from '../../foundation/audit/contract';
import { readHistories } from '../../foundation/audit/store.server';
import { listLeadDeliveries } from '../../foundation/outbox/receipts.server';
import type { Lead } from '../contract';
import type { TimelineEntry } from '../detail-contract';
import { leadSubject } from '../history.server';
import type { LeadHooks } from '../hooks.server';
import { listContacts, listNotes } from './records.server';
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
