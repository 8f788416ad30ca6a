import { attribution, lenientAttribution } from '../analytics/contract';
import { isHttpsUrl } from '../foundation/environment/setting-rules';
import { lead, leadInput, leadStatuses, nextStep } from '../leads/contract';
import {
  isTime,
  optionalProse,
  optionalText,
  recordId,
  requiredText,
  timestamp,
  z,
} from '../lib/schema';
import { timeZoneName } from '../lib/time/hours-schema';
import {
  callResults,
  callSources,
  callStatuses,
  maxCallFieldLengths,
  maxMessageLength,
} from './call';

/** An instant on the grid: ISO 8601 in UTC, on a full minute. */
export const callStart = z
  .string({ error: (issue) => (issue.input === undefined ? 'Please choose a time' : undefined) })
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00(\.000)?Z$/, 'Must be a full minute in UTC'))
  .check(z.refine(isTime, 'Must be a full minute in UTC'));

/** Body of a booking request. */
export const callInput = z.object({
  name: requiredText(maxCallFieldLengths.name),
  email: leadInput.shape.email,
  company: requiredText(maxCallFieldLengths.company),
  start: callStart,
  timeZone: timeZoneName(),
  leadId: z.optional(recordId),
  plan: leadInput.shape.plan,
  attribution: lenientAttribution,
});

export type CallInput = z.output<typeof callInput>;

/** Token that gives a visitor access to a booking. */
export const callToken = z.string().check(z.regex(/^[\w-]{20,100}$/, 'Invalid'));

/** A call in the visitor's API. */
export const visitorCall = z.object({
  id: z.string(),
  status: z.enum(callStatuses),
  /** ISO 8601, UTC. */
  start: z.string(),
  end: z.string(),
  /** The visitor's time zone when booking. */
  timeZone: z.string(),
  email: z.string(),
  /** Description of how the call takes place. */
  place: z.string(),
  /** Until when the time is held for the visitor, who must open the link in the email; else null. */
  heldUntil: z.nullable(z.string()),
  /** Whether the site sends email about it. */
  mailed: z.boolean(),
  /** The call as a calendar file. */
  calendarFile: z.string(),
});

export type VisitorCall = z.output<typeof visitorCall>;

/** The call of a link. */
export const linkedCall = z.object({
  ...visitorCall.shape,
  /** Whether the call was held and is now booked, because the emailed link was opened. */
  wasHeld: z.boolean(),
});

export type LinkedCall = z.output<typeof linkedCall>;

/** A new call, with the token that manages it later. */
export const newCall = z.object({ ...visitorCall.shape, token: z.string() });

export type NewCall = z.output<typeof newCall>;

/** Response to a request for a time, or a change, that is not possible. */
export const takenResponse = z.object({
  message: z.string(),
  code: z.literal('conflict'),
  /** Free times nearest to the requested one, which is taken. */
  alternatives: z.optional(z.array(z.string())),
});

/** The times that can be booked: starts, ISO 8601 in UTC, ascending, and the owner's zone. */
export const openTimes = z.object({ timeZone: z.string(), slots: z.array(z.string()) });

export type OpenTimes = z.output<typeof openTimes>;

/** A booking in the admin API. */
export const adminCall = z.object({
  id: z.string(),
  leadId: z.nullable(z.string()),
  source: z.enum(callSources),
  status: z.enum(callStatuses),
  /** Reported by the site or the provider, not only by the visitor's browser. */
  verified: z.boolean(),
  /** False if only the email matches the lead, which does not prove that it is the same person. */
  personConfirmed: z.boolean(),
  start: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  /** The lead's phone number. */
  phone: z.nullable(z.string()),
  /** Where the call takes place: its own link, otherwise the one in the settings. */
  meetingUrl: z.nullable(z.string()),
  /** The call's own link; null when it has the one in the settings, or none. */
  ownMeetingUrl: z.nullable(z.string()),
  /** Until when the call is held for a visitor who has not confirmed it; null when it is booked. */
  heldUntil: z.nullable(z.string()),
  /** The result of the call; null until the owner or the provider reports it. */
  result: z.nullable(z.enum(callResults)),
  plan: lead.shape.plan,
  attribution: z.nullable(attribution),
  createdAt: z.string(),
  /** The version that `If-Match` names. */
  updatedAt: z.string(),
});

export type AdminCall = z.output<typeof adminCall>;

export const confirmedCall = z.extend(adminCall, {
  /** The lead's status after the confirmation; null when the lead was deleted. */
  leadStatus: z.nullable(z.enum(leadStatuses)),
});

export type ConfirmedCall = z.output<typeof confirmedCall>;

const instant = timestamp('Must be a time in UTC');

/** Query of the admin's calls: those that start in a period, including canceled ones. */
export const callsQuery = z.object({ from: z.optional(instant), to: z.optional(instant) }).check(
  z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: 'Give both or none',
    path: ['to'],
  }),
);

const meetingUrl = optionalText(500).check(
  z.refine(
    (value) => value === null || isHttpsUrl(value),
    'Enter an address that starts with https://',
  ),
);

/** A message of the owner to the visitor. */
const message = optionalProse(maxMessageLength);

/** The lead's status after its call is canceled: as it is, or back to `contacted`. */
const leadDecision = z.enum(['keep', 'contacted']);

/** The admin's change of a call: its status, time or meeting link. */
export const callPatch = z
  .partial(
    z.object({
      status: z.enum(['booked', 'canceled', 'no_show']),
      start: callStart,
      meetingUrl,
      message,
      lead: leadDecision,
    }),
  )
  .check(
    z.refine(
      ({ status, start, meetingUrl: url, lead }) =>
        [status, start, url, lead].some((value) => value !== undefined),
      'Change at least one field',
    ),
    z.refine(({ status, start }) => status === undefined || start === undefined, {
      error: 'Change either the status or the time',
      path: ['start'],
    }),
  );

export type CallPatch = z.output<typeof callPatch>;

/** Maximum number of calls that are listed, and canceled together. */
export const maxListedCalls = 100;

/** Calls that the owner cancels together, with one message to all visitors. */
export const callsCancellation = z.object({
  ids: z.array(recordId).check(z.minLength(1), z.maxLength(maxListedCalls)),
  /** The versions that the cancellation is based on, by the call's ID. */
  versions: z.optional(z.record(recordId, z.string())),
  message: z._default(message, null),
});

export type CallsCancellation = z.output<typeof callsCancellation>;

/** A call that the owner books for a lead. The visitor's time zone is the owner's if unknown. */
export const ownerCallInput = z.object({
  start: callStart,
  timeZone: z.optional(timeZoneName()),
  meetingUrl: z._default(meetingUrl, null),
  message: z._default(message, null),
});

export type OwnerCallInput = z.output<typeof ownerCallInput>;

/** The result of a call, with a note for the lead's history and the lead's next step. */
export const callResultInput = z.object({
  result: z.enum(callResults),
  note: z._default(optionalProse(5000), null),
  nextStep: z._default(z.nullable(nextStep), null),
});

export type CallResultInput = z.output<typeof callResultInput>;
