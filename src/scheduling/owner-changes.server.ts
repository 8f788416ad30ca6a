import { sql } from 'kysely';
import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { Environment } from '../foundation/environment/environment.server';
import { claimRequest, findEarlierRequest } from '../http/repeatable-request.server';
import { moveToDiscoveryCall } from '../leads/new-leads.server';
import { lockCurrentLead, lockLead, updateLead } from '../leads/store.server';
import { type LeadRow, toLead } from '../leads/table.server';
import { AppError, createFieldError } from '../lib/errors';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { MINUTE } from '../lib/time/durations';
import { serializeAttribution } from './call-lead.server';
import { listChangeMails } from './call-mail.server';
import { setNoShow } from './call-result.server';
import type { CallPatch, CallsCancellation, OwnerCallInput } from './contract';
import { writeCallHistory } from './history.server';
import { type CallHours, gridMinutes } from './hours/call-hours';
import { readCallHours } from './hours/call-hours-store.server';
import { createTimeTakenError, isUntaken } from './hours/free-slots.server';
import { hasUpcomingCall } from './list-calls.server';
import {
  type ChangeAuthor,
  cancelCall,
  enqueueChange,
  insertSiteCall,
  moveCall,
  runMove,
  updateCall,
} from './store.server';
import {
  findCall,
  lockCall,
  requireBooked,
  requireNotBegun,
  requireVersion,
  type StoredCall,
  type VersionedChange,
} from './table.server';

/** Requires a start that the owner may choose. @throws AppError invalid */
function requirePossibleStart(start: string): void {
  const message =
    start <= new Date().toISOString()
      ? 'Choose a time in the future'
      : Date.parse(start) % (gridMinutes * MINUTE) === 0
        ? undefined
        : `Choose a time in steps of ${gridMinutes} minutes`;
  if (message) throw createFieldError('start', message);
}

/** The lead that a call is booked for, the user who books it, and the key of the request. */
interface OwnerCallContext {
  leadId: string;
  userId: string | null;
  /** Idempotency key: a repeated request stores nothing and gets the first one's call. */
  key: string | undefined;
}

/**
 * Books a call for a lead, even outside the opening hours, and moves the lead to `discovery_call`.
 * @returns the call's id
 * @throws AppError not_found; invalid; conflict when another call is at that time, or the key was
 *   used for another request
 */
export async function bookCallForLead(
  db: Database,
  { owner }: Environment,
  { leadId, userId, key }: OwnerCallContext,
  input: OwnerCallInput,
): Promise<string> {
  const { start: startAt, timeZone = owner.timeZone, meetingUrl, message } = input;
  const request = { key, content: ['call', leadId, input] };
  const start = Date.parse(startAt);
  const hours = await readCallHours(db);
  const createError = () => createTimeTakenError(db, hours, start);
  const isPossible = await isUntaken(db, hours, start);
  // Afterwards: the same request may have taken the time in the meantime.
  const earlier = await findEarlierRequest(db, request);
  if (earlier) return earlier.recordId;
  requirePossibleStart(startAt);
  if (!isPossible) throw await createError();
  try {
    return await runInTransaction(db, async (transaction) => {
      const lead = toLead(await lockLead(transaction, leadId));
      const { recordId, isRepeated } = await claimRequest(transaction, request, leadId);
      if (isRepeated) return recordId;
      const now = new Date().toISOString();
      const row = await insertSiteCall(transaction, start, hours, {
        id: recordId,
        leadId,
        timeZone,
        name: lead.contactName,
        email: lead.email,
        company: lead.companyName,
        attribution: serializeAttribution(lead.attribution),
        meetingUrl,
        addressConfirmedAt: now,
        createdAt: now,
      });
      await writeCallHistory(transaction, row, { what: 'booked', at: now, userId });
      await moveToDiscoveryCall(transaction, leadId, now, userId);
      await enqueueChange(transaction, row, 'booked', { byOwner: true, message });
      return recordId;
    });
  } catch (error) {
    throw isUniqueViolation(error) ? await createError() : error;
  }
}

/**
 * Locks the lead that the owner's decision about a canceled call moves back to `contacted`.
 * @returns undefined if the decision moves none
 * @throws AppError not_found for a deleted lead
 */
async function lockMovedLead(
  transaction: DatabaseTransaction,
  { leadId }: StoredCall,
  decision: CallPatch['lead'],
): Promise<LeadRow | undefined> {
  if (leadId === null || decision !== 'contacted') return undefined;
  const lead = await lockCurrentLead(transaction, leadId);
  return lead.status === 'discovery_call' ? lead : undefined;
}

/** Returns whether a lead has an upcoming call besides the one with this id. */
async function hasOtherCall(
  transaction: DatabaseTransaction,
  leadId: string,
  id: string,
): Promise<boolean> {
  const query = sql<unknown>`select 1 where ${hasUpcomingCall(sql.val(leadId), sql.val(id))}`;
  return (await query.execute(transaction)).rows.length > 0;
}

/** @throws AppError conflict when the call is managed elsewhere, or is canceled or has begun */
function requireChangeable(row: StoredCall, { status, start }: CallPatch): void {
  if (status !== 'canceled') requireBooked(row);
  if (row.source !== 'site') {
    throw new AppError(
      'conflict',
      'This call is managed by the booking provider. Please change it there.',
    );
  }
  if (row.status === 'canceled' && status !== 'canceled') {
    throw new AppError('conflict', 'This call is canceled.');
  }
  if (start !== undefined) requireNotBegun(row);
}

/**
 * Cancels several calls, all of them or none. Leaves out those that no longer exist, as held calls
 * that were released in the meantime.
 * @throws AppError conflict when one is managed elsewhere or was just changed; changed when another
 *   version is stored of one that is not canceled
 */
export const cancelCalls = (
  db: Database,
  { ids, versions = {}, message }: CallsCancellation,
  userId: string | null,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    // In one order, so that two requests don't wait for each other.
    for (const id of ids.toSorted()) {
      const row = await findCall(transaction, id);
      if (!row) continue;
      requireChangeable(row, { status: 'canceled' });
      if (row.status !== 'canceled' && (versions[id] ?? row.updatedAt) !== row.updatedAt) {
        const text = 'One of these calls was changed in the meantime, so nothing was canceled.';
        throw new AppError('changed', text);
      }
      await cancelCall(transaction, row, { userId, message });
    }
  });

/**
 * Changes the meeting link of a call, and tells the visitor. If the email about an earlier change
 * still waits, the new one reports both, because the visitor only gets the last one.
 * @param meetingUrl null for the link in the settings
 * @throws AppError conflict when the call is over or was changed since it was read
 */
async function changeMeetingUrl(
  transaction: DatabaseTransaction,
  row: StoredCall,
  meetingUrl: string | null,
  { userId, message }: ChangeAuthor,
): Promise<StoredCall> {
  if (row.meetingUrl === meetingUrl) return row;
  if ((row.endAt ?? '') <= new Date().toISOString()) {
    throw new AppError('conflict', 'This call is over.');
  }
  const mails = await listChangeMails(transaction, row);
  const unsent = mails.find(
    ({ kind, status }) => kind === 'call-confirmation' && status === 'pending',
  )?.change;
  const update = { what: 'link_changed', set: { meetingUrl }, userId } as const;
  const updated = await updateCall(transaction, row, update);
  const messages = [unsent?.message, message].filter((text) => text);
  await enqueueChange(transaction, updated, unsent?.change ?? 'link_changed', {
    byOwner: true,
    message: messages.join('\n\n') || null,
    previousStart: unsent?.previousStart ?? null,
    linkBefore: {
      meetingUrl: row.meetingUrl,
      unsent: unsent && { ...unsent, linkBefore: undefined },
    },
  });
  return updated;
}

/** Cancels or moves a call, marks a no-show, or changes its link. @returns the call afterwards */
async function applyPatch(
  transaction: DatabaseTransaction,
  row: StoredCall,
  { status, start, meetingUrl, message = null }: CallPatch,
  { hours, userId, movesLead }: { hours: CallHours; userId: string | null; movesLead: boolean },
): Promise<StoredCall> {
  const author = { userId, message };
  if (start !== undefined) {
    requirePossibleStart(start);
    return moveCall(transaction, row, start, { hours, isPossible: isUntaken, ...author });
  }
  if (status === 'canceled') return cancelCall(transaction, row, { ...author, movesLead });
  if (status !== undefined) return setNoShow(transaction, row, status === 'no_show', userId);
  if (meetingUrl !== undefined) return changeMeetingUrl(transaction, row, meetingUrl, author);
  return row;
}

/**
 * Applies the admin's change to a call, and the decision about its lead: all of it, or nothing.
 * @throws AppError not_found; invalid; conflict; changed when another version is stored
 */
export const changeCall = (
  db: Database,
  id: string,
  patch: CallPatch,
  { userId, isExpected }: VersionedChange,
): Promise<void> =>
  runMove(db, { id, startAt: patch.start }, async (transaction, hours) => {
    const { status, start, meetingUrl, lead } = patch;
    const stored = await lockCall(transaction, id);
    requireVersion(stored, isExpected, 'saved');
    const isOnlyDecision = [status, start, meetingUrl].every((value) => value === undefined);
    if (!isOnlyDecision) requireChangeable(stored, patch);
    const movedLead = await lockMovedLead(transaction, stored, lead);
    // The lead has got another call since the owner was asked, or had two.
    const staysInCalls =
      movedLead !== undefined && (await hasOtherCall(transaction, movedLead.id, id));
    if (staysInCalls && isOnlyDecision) {
      const message = 'This lead has an upcoming call, so it stays in discovery call.';
      throw new AppError('conflict', message);
    }
    const movesLead = movedLead !== undefined && !staysInCalls;
    const row = await applyPatch(transaction, stored, patch, { hours, userId, movesLead });
    // The email about a change of time or status has the new link, too.
    if (meetingUrl !== undefined && row.meetingUrl !== meetingUrl) {
      await transaction
        .updateTable('bookings')
        .set({ meetingUrl, updatedAt: createTimestampAfter(row.updatedAt) })
        .where('id', '=', id)
        .execute();
    }
    if (lead !== undefined) {
      await transaction
        .updateTable('bookings')
        .set({ leadDecidedAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
    }
    if (movedLead && movesLead)
      await updateLead(transaction, movedLead, { status: 'contacted' }, userId);
  });
