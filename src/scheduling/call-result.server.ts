import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { claimRequest } from '../http/repeatable-request.server';
import { addNextStep } from '../leads/detail/tasks.server';
import { lockCurrentLead } from '../leads/store.server';
import { AppError } from '../lib/errors';
import type { CallResultInput } from './contract';
import { updateCall } from './store.server';
import { lockCall, requireVersion, type StoredCall, type VersionedChange } from './table.server';

const hasStarted = ({ startAt }: StoredCall): boolean =>
  startAt !== null && startAt <= new Date().toISOString();

/** @throws AppError conflict for a call that has no result: canceled, or not started */
function requireStarted(row: StoredCall): void {
  if (row.status !== 'booked' && row.status !== 'no_show') {
    throw new AppError('conflict', 'This call is canceled.');
  }
  if (!hasStarted(row)) throw new AppError('conflict', 'This call has not started.');
}

/**
 * Records the result of a call in the lead's history, and adds what is next.
 * @param key idempotency key: a repeated request stores nothing
 * @throws AppError not_found; conflict when the call has no result, or no confirmed lead to which
 * the note and the next step belong, or the key was used for another request
 */
export const logCallResult = (
  db: Database,
  id: string,
  input: CallResultInput,
  { userId, key }: { userId: string | null; key: string | undefined },
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const { result, note, nextStep } = input;
    const row = await lockCall(transaction, id);
    const request = { key, content: ['call-result', id, input] };
    const { isRepeated } = await claimRequest(transaction, request, row.leadId ?? '');
    if (isRepeated) return;
    requireStarted(row);
    const leadId = row.personConfirmed ? row.leadId : null;
    if (leadId === null && (note !== null || nextStep !== null)) {
      throw new AppError('conflict', 'Confirm first that the lead booked this call.');
    }
    const status = result === 'no_show' ? 'no_show' : 'booked';
    const set = { status, resultAt: new Date().toISOString() } as const;
    await updateCall(transaction, row, { what: result, set, userId, note });
    if (leadId !== null && nextStep !== null) {
      const lead = await lockCurrentLead(transaction, leadId);
      await addNextStep(transaction, lead.id, nextStep, userId);
    }
  });

/**
 * Removes the result of a call.
 * @throws AppError not_found; conflict when the call is canceled or has not started; changed when
 *   another version is stored
 */
export const removeCallResult = (
  db: Database,
  id: string,
  { userId, isExpected }: VersionedChange,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const row = await lockCall(transaction, id);
    requireVersion(row, isExpected, 'undone');
    requireStarted(row);
    if (row.status === 'booked' && row.resultAt === null) return;
    const set = { status: 'booked', resultAt: null } as const;
    await updateCall(transaction, row, { what: 'reopened', set, userId });
  });

/** Marks a call as a no-show, or removes the mark. */
export const setNoShow = async (
  transaction: DatabaseTransaction,
  row: StoredCall,
  isNoShow: boolean,
  userId: string | null,
): Promise<StoredCall> => {
  const status = isNoShow ? 'no_show' : 'booked';
  if (row.status === status) return row;
  // A mark that is removed before the call starts is no result.
  const resultAt = hasStarted(row) ? new Date().toISOString() : null;
  const set = { status, resultAt } as const;
  return updateCall(transaction, row, { what: isNoShow ? 'no_show' : 'came', set, userId });
};
