/** What both sides know of a discovery call. Without zod: the visitor's page needs none. */

import { schedulePath } from '../../lib/booking-link';

/** Minutes of a discovery call (specification, section 9). */
export const callMinutes = 30;

/** Who keeps a booking's calendar: the site's own scheduler, or a provider. */
export const bookingSources = ['site', 'calendly', 'cal'] as const;
export type BookingSource = (typeof bookingSources)[number];

/** `rescheduled`: a provider's booking that another one has replaced. */
export const bookingStatuses = ['booked', 'rescheduled', 'canceled', 'no_show'] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** What the visitor sees of their own call. */
export interface VisitorCall {
  id: string;
  status: BookingStatus;
  /** ISO 8601, UTC. */
  start: string;
  end: string;
  /** Where the visitor is, as they said when booking. */
  timeZone: string;
  email: string;
  /** How the call takes place. */
  place: string;
  /** Whether this installation sends mail about it. */
  mailed: boolean;
  /** The call as a calendar file. */
  calendarFile: string;
}

/** A call just booked, with what manages it later. */
export interface NewCall extends VisitorCall {
  token: string;
}

/** The times that can be booked. */
export interface OpenTimes {
  /** The owner's zone. */
  timeZone: string;
  /** Starts, ISO 8601 in UTC, ascending. */
  slots: string[];
}

/** Most characters of what a visitor types. */
export const maxCallFieldLengths = { name: 200, email: 254, company: 200, timeZone: 64 } as const;

/** The address under which a visitor moves or cancels a call. In the fragment, which no server logs. */
export const buildManageUrl = (token: string): string => `${schedulePath}#call=${token}`;

/** The token of such an address's fragment; null when it has none. */
export const parseTokenFragment = (hash: string): string | null =>
  /^#call=([\w-]{20,100})$/.exec(hash)?.[1] ?? null;
