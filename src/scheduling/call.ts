/**
 * Constants, types and links of discovery calls, for browser and server. Does not import zod, which
 * the visitor's page doesn't load.
 */

import { schedulePath } from '../lib/booking-link';
import { SECOND } from '../lib/time/durations';

/** Minutes of a discovery call (specification, section 9). */
export const callMinutes = 30;

/** Time in which the owner can undo a change of a call, in milliseconds. Its emails wait for it. */
export const undoMs = 10 * SECOND;

/** Systems in which a call can be booked: the site's own scheduler, or a provider. */
export const callSources = ['site', 'calendly', 'cal'] as const;
export type CallSource = (typeof callSources)[number];

/** `rescheduled`: a provider's booking that was replaced by another one. */
export const callStatuses = ['booked', 'rescheduled', 'canceled', 'no_show'] as const;
export type CallStatus = (typeof callStatuses)[number];

/** The results of a call. */
export const callResults = ['took_place', 'no_show'] as const;
export type CallResult = (typeof callResults)[number];

export const maxCallFieldLengths = { name: 200, email: 254, company: 200, timeZone: 64 } as const;

/** Maximum length of the owner's message to the visitor. */
export const maxMessageLength = 1_000;

/**
 * Builds the URL to reschedule or cancel a call. The token is in the fragment, because servers
 * don't log it.
 */
export const buildManageUrl = (token: string): string => `${schedulePath}#call=${token}`;

/** Parses the token from the fragment of such a URL. Returns null when there is none. */
export const parseTokenFragment = (hash: string): string | null =>
  /^#call=([\w-]{20,100})$/.exec(hash)?.[1] ?? null;
