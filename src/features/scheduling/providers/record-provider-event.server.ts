import { randomUUID } from 'node:crypto';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../../db/database.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import { parseAttribution } from '../../analytics/contract';
import { countVisitorStep } from '../../analytics/store.server';
import { moveToDiscoveryCall } from '../../leads/booked-leads.server';
import { resolveBookingAttribution, serializeAttribution } from '../booking-attribution.server';
import { type BookingOwner, confirmPerson, findBookingOwner } from '../booking-owner.server';
import type { BookingStatus } from '../call';
import { writeCallHistory } from '../history.server';
import type { BookingRow } from '../table.server';
import type { ProviderEvent } from './provider-event';

/** Whether a status is final. Messages that arrive later don't change it. */
const isFinal = (status: BookingStatus) => status === 'canceled' || status === 'rescheduled';

const statusByKind = { created: 'booked', came: 'booked' } as const;
const toBookingStatus = (kind: ProviderEvent['kind']): BookingStatus =>
  kind === 'created' || kind === 'came' ? statusByKind[kind] : kind;

/** Returns the status after an event. `created` may arrive last and then changes nothing. */
function getNextStatus(
  row: BookingRow,
  event: ProviderEvent,
): Pick<BookingRow, 'status' | 'statusAt'> {
  const { status, statusAt } = row;
  const currentStatus = { status, statusAt };
  if (isFinal(status) || event.kind === 'created') return currentStatus;
  // Only these two can alternate; the later one counts.
  const isAttendanceMark = event.kind === 'no_show' || event.kind === 'came';
  if (isAttendanceMark && event.at < statusAt) return currentStatus;
  return { status: toBookingStatus(event.kind), statusAt: event.at };
}

interface Trust {
  /** False for reports of a visitor's browser. */
  verified: boolean;
  /** Whether the event may change the lead's status. */
  canMoveLead: boolean;
}

interface RecordedEvent {
  event: ProviderEvent;
  trust: Trust;
  /** The booking before the event; undefined for a new one. */
  before: BookingRow | undefined;
  status: BookingStatus;
  leadId: string | null;
  at: string;
}

/**
 * Records a change in the lead's history. A replaced booking's change is recorded with its
 * replacement.
 */
async function writeHistory(
  transaction: DatabaseTransaction,
  recorded: RecordedEvent,
): Promise<void> {
  const { event, trust, before, status, leadId, at } = recorded;
  // A browser's report is recorded only where no webhook will confirm it.
  if (status === 'rescheduled' || !(trust.verified || trust.canMoveLead)) return;
  const isMoved = status === 'booked' && event.replaces !== undefined;
  const isNoShowReverted = status === 'booked' && before?.status === 'no_show';
  await writeCallHistory(
    transaction,
    {
      leadId,
      personConfirmed: 1,
      source: event.source,
      startAt: event.start ?? before?.startAt ?? null,
    },
    { what: isMoved ? 'rescheduled' : isNoShowReverted ? 'came' : status, at },
  );
}

/**
 * Finds the lead that a booking belongs to. The provider's message is signed, but the visitor typed
 * the email in it, which proves nothing. A booking that replaces another belongs to the same
 * person.
 */
async function findOwner(
  transaction: DatabaseTransaction,
  event: ProviderEvent,
  before: BookingRow | undefined,
): Promise<BookingOwner | undefined> {
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
  return findBookingOwner(transaction, event);
}

/**
 * Confirms the person when a browser that knows the lead's id reports a booking that the provider
 * reported before. A report never takes a booking from another lead.
 */
async function recognizePerson(
  transaction: DatabaseTransaction,
  booking: BookingRow,
  leadId: string | undefined,
): Promise<void> {
  const owner = await findBookingOwner(transaction, { leadId });
  if (!owner || (booking.leadId !== null && booking.leadId !== owner.leadId)) return;
  await confirmPerson(transaction, booking.id, owner);
}

async function storeEvent(
  transaction: DatabaseTransaction,
  event: ProviderEvent,
  trust: Trust,
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
  const owner = await findOwner(transaction, event, before);
  const leadId = owner?.leadId ?? null;
  const personConfirmed = owner && !owner.isConfirmed ? 0 : 1;
  const attribution =
    parseAttribution(before?.attribution) ??
    (await resolveBookingAttribution(transaction, leadId, event.attribution));
  const reported = {
    startAt: event.start ?? null,
    endAt: event.end ?? null,
    timeZone: event.timeZone ?? null,
    name: event.name ?? null,
    email: event.email ?? null,
  };
  let status: BookingStatus;
  if (before) {
    // A browser's report doesn't override the provider's message.
    if (!trust.verified && before.verified) {
      await recognizePerson(transaction, before, event.leadId);
      return;
    }
    const next = getNextStatus(before, event);
    status = next.status;
    const knownFields = Object.entries(reported).filter(([, value]) => value !== null);
    await transaction
      .updateTable('bookings')
      .set({
        ...Object.fromEntries(knownFields),
        ...next,
        leadId,
        personConfirmed,
        attribution: serializeAttribution(attribution),
        verified: before.verified || trust.verified ? 1 : 0,
        updatedAt: now,
      })
      .where('id', '=', before.id)
      .execute();
  } else {
    status = toBookingStatus(event.kind);
    await transaction
      .insertInto('bookings')
      .values({
        ...reported,
        id: randomUUID(),
        leadId,
        source: event.source,
        externalId: event.externalId,
        status,
        statusAt: event.at,
        verified: trust.verified ? 1 : 0,
        company: null,
        sequence: 0,
        requestKey: null,
        requestHash: null,
        person: null,
        personConfirmed,
        attribution: serializeAttribution(attribution),
        createdAt: now,
        updatedAt: now,
      })
      .execute();
  }
  // A repeated message must not move the lead again: the admin may have moved it back.
  const isNew = !before || (!before.verified && trust.verified) || before.leadId === null;
  // Counted once, when the provider confirms it. A rescheduled call was counted before.
  const isFirstConfirmation = trust.verified && !before?.verified && event.replaces === undefined;
  if (isFirstConfirmation && status === 'booked')
    await countVisitorStep(transaction, 'call', attribution);
  if (isNew || before.status !== status) {
    const confirmedLeadId = owner?.isConfirmed ? leadId : null;
    await writeHistory(transaction, {
      event,
      trust,
      before,
      status,
      leadId: confirmedLeadId,
      at: now,
    });
  }
  if (trust.canMoveLead && isNew && owner?.isConfirmed && status === 'booked') {
    await moveToDiscoveryCall(transaction, owner.leadId, now);
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
  const write = () =>
    runInTransaction(db, async (transaction) => {
      if (event.replaces) {
        await storeEvent(
          transaction,
          {
            source: event.source,
            externalId: event.replaces,
            kind: 'rescheduled',
            at: event.at,
            email: event.email,
          },
          trust,
        );
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
