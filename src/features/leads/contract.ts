import {
  maxInteger,
  optionalProse,
  optionalText,
  requiredChoice,
  requiredText,
  z,
} from '../../lib/schema';
import { attribution, leadConsent } from '../analytics/contract';
import { leadLimits } from './lead-form-options';

export const leadStatuses = [
  'new',
  'contacted',
  'discovery_call',
  'proposal_sent',
  'closed_won',
  'closed_lost',
] as const;

export type LeadStatus = (typeof leadStatuses)[number];

/** Statuses that the dashboard counts as in progress. */
export const inProgressStatuses: readonly LeadStatus[] = ['discovery_call', 'proposal_sent'];

const emailMessage = 'Please enter a valid email address';
const locationsMessage = 'Please enter a whole number, 1 or more';

const numberOfLocations = z.pipe(
  z.transform((value: unknown) => {
    if (value === undefined || (typeof value === 'string' && value.trim() === '')) return null;
    return typeof value === 'string' ? Number(value) : value;
  }),
  z.nullable(
    z
      .int({ error: (issue) => (typeof issue.input === 'number' ? locationsMessage : undefined) })
      .check(z.minimum(1, locationsMessage), z.maximum(maxInteger)),
  ),
);

/**
 * Fields that a visitor may send. The server sets everything else: unknown fields are dropped here,
 * so no request can set an id, a status, an assignment or a date.
 */
export const leadInput = z.object({
  companyName: requiredText(leadLimits.companyName),
  contactName: requiredText(leadLimits.contactName),
  email: z
    .string({ error: (issue) => (issue.input === undefined ? 'Required' : undefined) })
    .check(z.trim(), z.email(emailMessage), z.maxLength(leadLimits.email)),
  phone: z._default(optionalText(leadLimits.phone), null),
  industry: z._default(optionalText(80), null),
  numberOfLocations: z._default(numberOfLocations, null),
  interestedPackage: z._default(optionalText(120), null),
  // Packages may share a name. Stored only if it is the id of a package with that name.
  interestedPackageId: z._default(optionalText(64), null),
  message: z._default(optionalProse(leadLimits.message), null),
  // Added by the browser: attribution and consent.
  attribution: z._default(z.nullable(attribution), null),
  consent: z._default(z.nullable(leadConsent), null),
});

export type LeadInput = z.output<typeof leadInput>;

/** Idempotency key of one completed form. Requests with the same key are the same inquiry or call. */
export const idempotencyKey = z
  .string()
  .check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/, 'Invalid'));

export const leadPatch = z.object({
  status: requiredChoice(leadStatuses, 'Status is required'),
});

/** Reasons why an inquiry looks like spam. Stored with the lead and shown to the owner only. */
export const spamReasons = ['hidden-field', 'too-fast', 'too-many'] as const;

export type SpamReason = (typeof spamReasons)[number];

/** Signals that our forms send, by which the server detects bots. */
export const spamSignals = z.object({
  /** Value of the honeypot field. */
  website: z.optional(z.string().check(z.maxLength(2_000))),
  /** Milliseconds from opening the form to sending it. */
  tookMs: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
});

export type SpamSignals = z.output<typeof spamSignals>;

/** A lead in the admin API. */
export const lead = z.object({
  ...leadInput.shape,
  id: z.string(),
  status: z.enum(leadStatuses),
  assignedPmId: z.nullable(z.string()),
  suspect: z.nullable(z.enum(spamReasons)),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Lead = z.output<typeof lead>;

export const leadSummary = z.object({
  total: z.number(),
  new: z.number(),
  inProgress: z.number(),
  /** Suspected spam that has not been reviewed yet. */
  suspected: z.number(),
});

export type LeadSummary = z.output<typeof leadSummary>;

/** One delivery (email or conversion) of a lead. */
export const leadDelivery = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(['pending', 'sent', 'failed', 'off']),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
});

export type LeadDelivery = z.output<typeof leadDelivery>;

/** Formats a status, for example `discovery_call` as "discovery call". */
export const formatStatus = (status: string): string => status.replaceAll('_', ' ');
