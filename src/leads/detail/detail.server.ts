import type { LeadRoutesContext } from '../hooks.server';
import { addActivity } from '../search/filter.server';
import { createNotFoundError, listInquiryIds } from '../store.server';
import { toLead } from '../table.server';
import { listMerged } from './merge.server';
import { listRelated } from './related.server';
import { readTimeline } from './timeline.server';

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
    addActivity(db, context, [lead]),
  ]);
  return {
    ...lead,
    // The newest of them, because a merge changes neither lead's plan.
    plan: lead.plan ?? merged.find(({ plan }) => plan !== null)?.plan ?? null,
    value: values.getValue(lead),
    nextCallAt: listed?.nextCallAt ?? null,
    lastActivityAt: listed?.lastActivityAt ?? lead.updatedAt,
    ...records,
    ...people,
    merged,
    bookings,
    payments,
    proposals,
  };
}
