import { randomUUID } from 'node:crypto';
import { parseAttribution } from '../../analytics/contract';
import { countVisitorStep } from '../../analytics/store.server';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { moveToDiscoveryCall } from '../../leads/new-leads.server';
import type { CallStatus } from '../call';
import {
  type CallLead,
  confirmPerson,
  findCallLead,
  resolveCallAttribution,
  serializeAttribution,
} from '../call-lead.server';
import { writeCallHistory } from '../history.server';
import type { CallChange, StoredCall } from '../table.server';
import type { ProviderEvent } from './provider-event.server';

type StatusChange = Pick<StoredCall, 'status' | 'statusAt'>;

/** Returns the status after an event. `created` may arrive last and then changes nothing. */
function getNextStatus(before: StoredCall | undefined, { kind, at }: ProviderEvent): StatusChange {
  const status: CallStatus = kind === 'created' || kind === 'came' ? 'booked' : kind;
  if (!before) return { status, statusAt: at };
  const isFinal = before.status === 'canceled' || before.status === 'rescheduled';
  // Only these two can alternate; the later one counts.
  const isOldMark = (kind === 'no_show' || kind === 'came') && at < before.statusAt;
  if (isFinal || isOldMark || kind === 'created') {
    return { status: before.status, statusAt: before.statusAt };
  }
  return { status, statusAt: at };
}

interface Trust {
  /** False for reports of a visitor's browser. */
  verified: boolean;
  /** Whether the event may change the lead's status. */
  canMoveLead: boolean;
}

/**
 * Finds the lead that a booking belongs to. The provider's message is signed, but the visitor typed
 * the email in it, which proves nothing. A booking that replaces another belongs to the same
 * person.
 */
async function findEventLead(
  transaction: DatabaseTransaction,
  event: ProviderEvent,
  before: StoredCall | undefined,
): Promise<CallLead | undefined> {
  if (before?.leadId) {
    return { leadId: before.leadId, isConfirmed: Boolean(before.personConfirmed) };
  }
  const replaced =
    event.replaces === undefined
      ? undefined
      : await transaction
          .selectFrom('bookings')
          .select(['leadId', 'personConfirmed'])
          .where('source', '=', event.source)
          .where('externalId', '=', event.replaces)
          .executeTakeFirst();
  if (replaced?.leadId && replaced.personConfirmed) {
    return { leadId: replaced.leadId, isConfirmed: true };
  }
  return findCallLead(transaction, event);
}

/**
 * Confirms the person when a browser that knows the lead's id reports a booking that the provider
 * reported before. A report never takes a booking from another lead.
 */
async function recognizePerson(
  transaction: DatabaseTransaction,
  booking: StoredCall,
  leadId: string | undefined,
): Promise<void> {
  const callLead = await findCallLead(transaction, { leadId });
  if (!callLead || (booking.leadId !== null && booking.leadId !== callLead.leadId)) return;
  await confirmPerson(transaction, booking.id, callLead);
}

/**
 * Inserts the booking of an event, or updates it with the fields that the event has.
 * @returns its ID
 */
async function writeCall(
  transaction: DatabaseTransaction,
  event: ProviderEvent,
  before: StoredCall | undefined,
  changes: StatusChange &
    Pick<StoredCall, 'leadId' | 'personConfirmed' | 'attribution' | 'verified' | 'updatedAt'>,
): Promise<string> {
  const { source, externalId, start: startAt, end: endAt, timeZone, name, email } = event;
  // Kysely leaves out fields that are undefined.
  const fields = { startAt, endAt, timeZone, name, email, ...changes };
  if (before) {
    await transaction.updateTable('bookings').set(fields).where('id', '=', before.id).execute();
    return before.id;
  }
  const id = randomUUID();
  await transaction
    .insertInto('bookings')
    .values({ id, source, externalId, ...fields, sequence: 0, createdAt: changes.updatedAt })
    .execute();
  return id;
}

async function storeEvent(
  transaction: DatabaseTransaction,
  event: ProviderEvent,
  { verified, canMoveLead }: Trust,
): Promise<void> {
  const now = new Date().toISOString();
  // Changes nothing; it locks the row, so that concurrent messages are recorded once.
  const before = await transaction
    .updateTable('bookings')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('source', '=', event.source)
    .where('externalId', '=', event.externalId)
    .returningAll()
    .executeTakeFirst();
  // A browser's report doesn't override the provider's message.
  if (before?.verified && !verified) {
    await recognizePerson(transaction, before, event.leadId);
    return;
  }
  const callLead = await findEventLead(transaction, event, before);
  const leadId = callLead?.leadId ?? null;
  const personConfirmed = callLead && !callLead.isConfirmed ? 0 : 1;
  const attribution =
    parseAttribution(before?.attribution) ??
    (await resolveCallAttribution(transaction, leadId, event.attribution));
  const { status, statusAt } = getNextStatus(before, event);
  const bookingId = await writeCall(transaction, event, before, {
    status,
    statusAt,
    leadId,
    personConfirmed,
    attribution: serializeAttribution(attribution),
    verified: before?.verified || verified ? 1 : 0,
    updatedAt: now,
  });

  // A repeated message must not move the lead again: the admin may have moved it back.
  const isNew = !before || (!before.verified && verified) || before.leadId === null;
  // Counted once, when the provider confirms it. A rescheduled call was counted before.
  if (status === 'booked' && verified && !before?.verified && event.replaces === undefined) {
    await countVisitorStep(transaction, 'call', attribution);
  }
  // A replaced booking's change is recorded with its replacement, and a browser's report only where
  // no webhook will confirm it.
  const isRecorded = status !== 'rescheduled' && (verified || canMoveLead);
  if (isRecorded && (isNew || before.status !== status)) {
    const isMoved = status === 'booked' && event.replaces !== undefined;
    const isNoShowReverted = status === 'booked' && before?.status === 'no_show';
    await writeCallHistory(
      transaction,
      {
        id: bookingId,
        leadId,
        personConfirmed,
        source: event.source,
        startAt: event.start ?? before?.startAt ?? null,
      },
      { what: isMoved ? 'rescheduled' : isNoShowReverted ? 'came' : status, at: now },
    );
    if (leadId !== null && status !== 'no_show' && !isNoShowReverted) {
      const change: CallChange = isMoved ? 'rescheduled' : status;
      const call = { leadId, bookingId, sequence: before?.sequence ?? 0, change };
      await enqueue(transaction, 'call-changed', { ...call, byProvider: true });
    }
  }
  if (canMoveLead && isNew && callLead?.isConfirmed && status === 'booked') {
    await moveToDiscoveryCall(transaction, callLead.leadId, now);
  }
}

/**
 * Records a change of a booking at a provider. Messages may arrive twice and in any order; the
 * result doesn't depend on it.
 */
export async function recordProviderEvent(
  db: Database,
  event: ProviderEvent,
  trust: Trust = { verified: true, canMoveLead: true },
): Promise<void> {
  const { source, replaces: externalId, at, email } = event;
  const write = () =>
    runInTransaction(db, async (transaction) => {
      if (externalId) {
        const replaced = { source, externalId, kind: 'rescheduled', at, email } as const;
        await storeEvent(transaction, replaced, trust);
      }
      await storeEvent(transaction, event, trust);
    });
  try {
    await write();
  } catch (error) {
    // A concurrent message inserted the booking first; now the update path applies.
    if (!isUniqueViolation(error)) throw error;
    await write();
  }
}
