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

const toInquiryEntry = (lead: Lead): TimelineEntry => {
  const { companyName, contactName, email, phone, interestedPackage, message } = lead;
  return {
    id: lead.id,
    kind: 'inquiry',
    at: lead.createdAt,
    by: null,
    leadId: lead.id,
    before: null,
    after: { companyName, contactName, email, phone, interestedPackage, message },
  };
};

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
    ...leads.map(toInquiryEntry),
    ...history.map(({ itemId, subject, action, ...entry }) => ({
      ...entry,
      leadId: itemId,
      kind: subjectKinds[subject] ?? findKind({ action, after: entry.after }),
    })),
    ...notes.map(({ id, leadId, createdAt, by, text }) => ({
      id,
      kind: 'note' as const,
      at: createdAt,
      by,
      leadId,
      before: null,
      after: { text },
    })),
    ...tasks.flatMap(({ id, leadId, createdAt, by, title, dueAt, doneAt }) => {
      const entry = { by, leadId, before: null, after: { taskId: id, title, dueAt } };
      return [
        // The next step of an earlier release, which the history has, has the ID of its lead.
        ...(id === leadId ? [] : [{ ...entry, id, kind: 'task' as const, at: createdAt }]),
        ...(doneAt === null
          ? []
          : [{ ...entry, id: `${id}-done`, kind: 'task-done' as const, at: doneAt }]),
      ];
    }),
    ...contacts.map(({ id, leadId, at, by, channel, note, minutes }) => ({
      id,
      kind: 'contact' as const,
      at,
      by,
      leadId,
      before: null,
      after: { channel, note, ...(minutes !== null && { minutes }) },
    })),
    ...deliveries.map(({ id, leadId, callId, kind, status, lastError, createdAt, sentAt }) => ({
      id,
      kind: 'delivery' as const,
      at: sentAt ?? createdAt,
      by: null,
      leadId: leadId ?? '',
      before: null,
      after: { kind, status, lastError, callId },
    })),
  ];
  const timeline = entries
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1))
    .slice(0, maxEntries);
  return { timeline, notes, tasks, deliveries };
}
