import { hash } from 'node:crypto';
import { parseAttribution } from '../analytics/contract';
import { countVisitorStep } from '../analytics/store.server';
import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { enqueue } from '../foundation/outbox/store.server';
import { createKeyReusedError } from '../http/repeatable-request.server';
import { parsePlan, serializePlan } from '../leads/lead-plan';
import {
  createLeadFromBooking,
  moveToDiscoveryCall,
  updateBookedPlan,
} from '../leads/new-leads.server';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { findCallLead, resolveCallAttribution, serializeAttribution } from './call-lead.server';
import {
  deleteExpiredHolds,
  findHoldEnd,
  lockPersonCalls,
  requireCallQuota,
} from './call-limits.server';
import type { CallInput } from './contract';
import { writeCallHistory } from './history.server';
import type { CallHours } from './hours/call-hours';
import { readCallHours } from './hours/call-hours-store.server';
import { createTimeTakenError, isFree } from './hours/free-slots.server';
import { enqueueChange, insertSiteCall } from './store.server';
import {
  createCallNotFoundError,
  findCall,
  isNotExpired,
  lockCall,
  type StoredCall,
} from './table.server';

/**
 * Hashes a booking request for idempotency. Leaves out the attribution, which may differ when a
 * request is repeated from another page.
 */
function hashCallRequest(input: CallInput): string {
  const { name, email, company, start, timeZone, leadId = null, plan } = input;
  // Without a plan, the hash is the same as in the previous release.
  const content = [
    name,
    email,
    company,
    Date.parse(start),
    timeZone,
    leadId,
    ...(plan ? [plan] : []),
  ];
  return hash('sha256', JSON.stringify(content));
}

/** Whether a booking was made by the same request. Those of the previous release have no hash. */
function isSameRequest(row: StoredCall, input: CallInput): boolean {
  if (row.requestHash !== null) {
    // During an update, a process of the previous release may have stored it without the plan.
    return [input, { ...input, plan: null }].some(
      (one) => row.requestHash === hashCallRequest(one),
    );
  }
  return (
    row.name === input.name &&
    row.email === input.email &&
    row.company === input.company &&
    row.timeZone === input.timeZone &&
    Date.parse(row.startAt ?? '') === Date.parse(input.start)
  );
}

/**
 * Finds the booking that was stored with an idempotency key. It must be for the same request, so
 * that nobody gets another person's call by reusing that person's key.
 * @throws AppError conflict when the key was used with another body
 */
async function findCallByRequest(
  db: Database,
  input: CallInput,
  requestKey: string | null,
): Promise<StoredCall | undefined> {
  if (requestKey === null) return undefined;
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('requestKey', '=', requestKey)
    .where(isNotExpired())
    .executeTakeFirst();
  if (!row || isSameRequest(row, input)) return row;
  throw createKeyReusedError();
}

/** Records that a visitor's call is booked, and stores its deliveries. */
async function completeVisitorCall(
  transaction: DatabaseTransaction,
  row: StoredCall,
): Promise<void> {
  // Counted after the cells are claimed: a request for a taken time must not wait for the lock
  // on the shared count.
  await countVisitorStep(transaction, 'call', parseAttribution(row.attribution));
  await writeCallHistory(transaction, row, { what: 'booked', at: row.updatedAt });
  if (row.leadId !== null && row.personConfirmed) {
    await moveToDiscoveryCall(transaction, row.leadId, row.updatedAt);
    await updateBookedPlan(transaction, row.leadId, parsePlan(row.plan));
  }
  await enqueueChange(transaction, row, 'booked', { byOwner: false });
}

/**
 * Finds the lead of a call, or creates one unless the call is only held.
 * @returns the columns of the call that follow from its lead
 */
async function assignLead(
  transaction: DatabaseTransaction,
  input: Parameters<typeof createLeadFromBooking>[1] & Parameters<typeof findCallLead>[1],
  isHeld = false,
) {
  const found = await findCallLead(transaction, input);
  const leadId = found?.leadId ?? (isHeld ? null : await createLeadFromBooking(transaction, input));
  const attribution = await resolveCallAttribution(transaction, leadId, input.attribution);
  return {
    leadId,
    personConfirmed: found && !found.isConfirmed ? 0 : 1,
    attribution: serializeAttribution(attribution),
  } as const;
}

/**
 * Records that the visitor has opened a link that was emailed to them. Books the call if it was only
 * held, once.
 * @returns the call, and whether it was held
 * @throws AppError not_found when it was released meanwhile
 */
export const confirmAddress = (
  db: Database,
  id: string,
): Promise<{ row: StoredCall; wasHeld: boolean }> =>
  runInTransaction(db, async (transaction) => {
    const held = await findCall(transaction, id);
    // The links of two calls may be opened at once. Before the call's own lock, as when one is booked.
    if (held?.email && held.heldUntil !== null) await lockPersonCalls(transaction, held.email);
    const row = await lockCall(transaction, id);
    if (row.addressConfirmedAt !== null) return { row, wasHeld: false };
    const now = new Date().toISOString();
    if (row.heldUntil !== null && row.heldUntil <= now) throw createCallNotFoundError();
    const wasHeld = row.heldUntil !== null && row.status === 'booked';
    const { email } = row;
    // A lead with the same email may have adopted the call in the meantime. The person may have one
    // from another held call, or one that the owner has added.
    const ofLead =
      wasHeld && row.leadId === null && email
        ? await assignLead(transaction, {
            name: row.name ?? email,
            email,
            company: row.company ?? email,
            attribution: parseAttribution(row.attribution),
            plan: parsePlan(row.plan),
          })
        : {};
    const confirmed = await transaction
      .updateTable('bookings')
      .set({
        ...ofLead,
        addressConfirmedAt: now,
        ...(wasHeld && { heldUntil: null, updatedAt: createTimestampAfter(row.updatedAt) }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (wasHeld) await completeVisitorCall(transaction, confirmed);
    return { row: confirmed, wasHeld };
  });

interface VisitorRequest {
  hours: CallHours;
  requestKey: string | null;
  isMailOff: boolean;
}

interface BookingRequest extends Omit<VisitorRequest, 'hours'> {
  /** Counts the request. @throws AppError too_many_requests */
  admit: (isRepeated: boolean) => Promise<unknown>;
}

const insertVisitorCall = (
  db: Database,
  input: CallInput,
  { hours, requestKey, isMailOff }: VisitorRequest,
): Promise<StoredCall> =>
  runInTransaction(db, async (transaction) => {
    const start = Date.parse(input.start);
    const now = new Date().toISOString();
    await lockPersonCalls(transaction, input.email);
    await deleteExpiredHolds(transaction);
    // Another process may have stored the same request while this one waited for the lock.
    const duplicate = await findCallByRequest(transaction, input, requestKey);
    if (duplicate) return duplicate;
    await requireCallQuota(transaction, input.email, isMailOff);
    const heldUntil = await findHoldEnd(transaction, hours, isMailOff);
    const ofLead = await assignLead(transaction, input, heldUntil !== null);
    const row = await insertSiteCall(transaction, start, hours, {
      ...ofLead,
      timeZone: input.timeZone,
      name: input.name,
      email: input.email,
      company: input.company,
      requestKey,
      requestHash: requestKey === null ? null : hashCallRequest(input),
      plan: serializePlan(input.plan),
      heldUntil,
      createdAt: now,
    });
    if (heldUntil === null) await completeVisitorCall(transaction, row);
    else await enqueue(transaction, 'call-held', { leadId: row.leadId, bookingId: row.id });
    return row;
  });

/**
 * Books a call. A repeated request with the same key returns the first one's booking.
 * @param runInOrder runs this process's bookings one after the other. Correctness comes from the
 *   database's constraint, but many transactions that wait for each other would use up the
 *   connection pool.
 * @returns the booking, which is only held if its `heldUntil` is set
 * @throws AppError conflict when the time is taken or the key was used with another body,
 *   too_many_requests
 */
export async function bookCall(
  db: Database,
  runInOrder: <T>(job: () => Promise<T>) => Promise<T>,
  input: CallInput,
  { requestKey, isMailOff, admit }: BookingRequest,
): Promise<StoredCall> {
  const start = Date.parse(input.start);
  const earlier = await findCallByRequest(db, input, requestKey);
  await admit(earlier !== undefined);
  if (earlier) return earlier;
  const hours = await readCallHours(db);
  const insertIfFree = async () =>
    (await isFree(db, hours, start))
      ? insertVisitorCall(db, input, { hours, requestKey, isMailOff })
      : null;
  try {
    const row = (await isFree(db, hours, start)) ? await runInOrder(insertIfFree) : null;
    if (row) return row;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const duplicate = await findCallByRequest(db, input, requestKey);
  if (duplicate) return duplicate;
  throw await createTimeTakenError(db, hours, start);
}
