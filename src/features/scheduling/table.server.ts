import type { Generated, Selectable } from 'kysely';
import type { BookingSource, BookingStatus } from './call';
import '../leads/table.server';

interface Bookings {
  id: string;
  leadId: string | null;
  source: BookingSource;
  /** The provider's own name for it. */
  externalId: string | null;
  status: BookingStatus;
  /** When what gave it this status happened, as the provider says. */
  statusAt: string;
  /** Told by the site itself or by a signed message, and not only by a visitor's browser. */
  verified: boolean | number;
  startAt: string | null;
  endAt: string | null;
  timeZone: string | null;
  name: string | null;
  email: string | null;
  company: string | null;
  /** Rises with each change, as calendars want it (RFC 5545, SEQUENCE). */
  sequence: number;
  requestKey: string | null;
  /** What `requestKey` was used for; null without a key, and for bookings of the release before. */
  requestHash: string | null;
  /** Whose mailbox `email` is (`normalizeMailbox`); null where the site itself did not book it. */
  person: string | null;
  /** Whether the lead's own person booked: by the lead's link, or because the owner says so. */
  personConfirmed: Generated<boolean | number>;
  /** JSON: where who books came from. */
  attribution: string | null;
  createdAt: string;
  updatedAt: string;
}

export type BookingRow = Selectable<Bookings>;

declare module '../../db/database.server' {
  interface Tables {
    bookings: Bookings;
    callHours: { id: string; hours: string; updatedAt: string };
    bookingCells: { cell: number; bookingId: string };
    bookingTokens: { tokenHash: string; bookingId: string; createdAt: string };
  }
}

declare module '../../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** A call was booked on the site, moved or canceled. */
    'call-changed': {
      leadId: string;
      bookingId: string;
      /** Which of the booking's states the event is about. */
      sequence: number;
      change: 'booked' | 'rescheduled' | 'canceled';
      /** The owner changed it, so the limits on mail that visitors cause don't apply. */
      byOwner?: boolean;
    };
  }
}
