import { z } from '../../lib/schema';
import { bookingSources, bookingStatuses } from './call';

/** Under what the calls of a lead stand in its history. */
export const callAuditSubject = 'lead-calls';

/** A call as it was after something happened to it. */
export const callHistoryEntry = z.object({
  /** What happened. `came`: that somebody did not was taken back. */
  what: z.enum(['came', ...bookingStatuses]),
  source: z.enum(bookingSources),
  /** ISO 8601; null where the provider alone knows it. */
  start: z.nullable(z.string()),
});

export type CallHistoryEntry = z.output<typeof callHistoryEntry>;
