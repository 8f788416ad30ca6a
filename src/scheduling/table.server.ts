import { type Generated, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { AppError } from '../lib/errors';
import type { CallSource, CallStatus } from './call';

interface Bookings {
  id: string;
  leadId: string | null;
  source: CallSource;
  externalId: string | null;
  status: CallStatus;
  /** Time of the event that set this status, by the provider's clock. */
  statusAt: string;
  /** Booked on the site or confirmed by a signed message, not only reported by a browser. */
  verified: boolean | number;
  startAt: string | null;
  endAt: string | null;
  timeZone: string | null;
  name: string | null;
  email: string | null;
  company: string | null;
  /** Incremented with each change (RFC 5545, SEQUENCE). */
  sequence: number;
  requestKey: string | null;
  /** Hash of the request that used `requestKey`; null without one, and in the previous release. */
  requestHash: string | null;
  /** The normalized mailbox of `email` (`normalizeMailbox`); null for providers' bookings. */
  person: string | null;
  /** Whether the lead's own person booked: through the lead's link, or confirmed by the admin. */
  personConfirmed: Generated<boolean | number>;
  attribution: string | null;
  /** The plan that the visitor sent, which the lead gets once its person is confirmed. */
  plan: string | null;
  /** The call's own meeting link; null for the one in the settings. */
  meetingUrl: string | null;
  /** When the owner decided what happens to the lead after a cancellation. */
  leadDecidedAt: string | null;
  /** When the owner recorded whether the call took place. */
  resultAt: string | null;
  /** Until when the call is only held for a visitor who must confirm it; null when it is booked. */
  heldUntil: string | null;
  /** When the visitor opened a link that was emailed to them, or the owner confirmed the call. */
  addressConfirmedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export type StoredCall = Selectable<Bookings>;

/** The changes that emails report. */
export type CallChange = 'booked' | 'rescheduled' | 'canceled' | 'link_changed';

declare module '../db/database.server' {
  interface Tables {
    bookings: Bookings;
    callHours: { id: string; hours: string; updatedAt: string };
    bookingCells: { cell: number; bookingId: string };
    bookingTokens: {
      tokenHash: string;
      bookingId: string;
      /** Whether it was emailed, so that its use proves the address. */
      isMailed: Generated<boolean | number>;
      createdAt: string;
    };
  }
}

declare module '../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** A call is held until the visitor confirms it. */
    'call-held': { leadId: string | null; bookingId: string };
    /** A call was booked on the site, moved or canceled, or has another meeting link. */
    'call-changed': {
      leadId: string;
      bookingId: string;
      /** Which of the booking's states the event is about. */
      sequence: number;
      change: CallChange;
      /** The owner changed it, so the limits on mail that visitors cause don't apply. */
      byOwner?: boolean;
      /** It was booked at a provider, which sends the emails about it. */
      byProvider?: boolean;
      /** The owner's text to the visitor. */
      message?: string | null;
      /** The time before the call was moved. */
      previousStart?: string | null;
      /** The call's own link before it was changed, and the change whose emails this one replaces. */
      linkBefore?: {
        meetingUrl: string | null;
        unsent?: OutboxEvents['call-changed'] | undefined;
      };
      /** The cancellation moved the lead back to `contacted`, which its undo reverts. */
      movesLead?: boolean | undefined;
    };
  }
}

/** The user who changes a call or undoes a change, and the version that it applies to. */
export interface VersionedChange {
  userId: string | null;
  isExpected: (version: string) => boolean;
}

export const createCallNotFoundError = () => new AppError('not_found', 'Call not found');

/** @throws AppError changed when another version of a call is stored than the expected one */
export function requireVersion(
  { updatedAt }: StoredCall,
  isExpected: VersionedChange['isExpected'],
  verb: 'saved' | 'undone',
) {
  if (isExpected(updatedAt)) return;
  const message = `This call was changed in the meantime, so nothing was ${verb}.`;
  throw new AppError('changed', message);
}

/** @throws AppError conflict when a call is only held, so that it may be released at any time */
export function requireBooked({ heldUntil }: StoredCall): void {
  if (heldUntil === null) return;
  throw new AppError('conflict', 'The visitor has not confirmed this call yet.');
}

/** @throws AppError conflict when a call has begun, or is over */
export function requireNotBegun({ startAt, endAt }: StoredCall): void {
  const now = new Date().toISOString();
  if (startAt !== null && startAt > now) return;
  const isRunning = endAt !== null && endAt > now;
  throw new AppError('conflict', isRunning ? 'This call has begun.' : 'This call is over.');
}

/** Finds a booking; undefined when it doesn't exist. */
export const findCall = (db: Database, id: string): Promise<StoredCall | undefined> =>
  db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks and loads a call. @throws AppError not_found */
export async function lockCall(transaction: DatabaseTransaction, id: string): Promise<StoredCall> {
  // Changes nothing; it locks the row, because a provider may cancel the call at the same time.
  const row = await transaction
    .updateTable('bookings')
    .set((eb) => ({ updatedAt: eb.ref('updatedAt') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw createCallNotFoundError();
  return row;
}

/** SQL condition on a row of `bookings`: whether it is booked, or still held. */
export const isNotExpired = () =>
  sql<boolean>`(bookings.held_until is null or bookings.held_until > ${new Date().toISOString()})`;
