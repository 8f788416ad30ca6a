import { attribution, leadConsent } from '../analytics/contract';
import { plan } from '../cover/contract';
import {
  createAbsentMessage,
  maxInteger,
  optionalProse,
  optionalText,
  recordId,
  requiredChoice,
  requiredProse,
  requiredText,
  timestamp,
  z,
} from '../lib/schema';
import { DAY } from '../lib/time/durations';
import { leadLimits } from './inquiry/lead-form-options';
import { optionalPlan } from './lead-plan';

/** In the order of the stages. A new one also needs a migration: the table checks them. */
export const leadStatuses = [
  'new',
  'contacted',
  'discovery_call',
  'proposal_sent',
  'closed_won',
  'closed_lost',
] as const;

export type LeadStatus = (typeof leadStatuses)[number];

/** The orders of the list. With `-`, the highest is first. */
export const leadSorts = [
  'created',
  '-created',
  'waiting',
  '-waiting',
  'value',
  '-value',
  'nextStep',
  '-nextStep',
] as const;

export type LeadSort = (typeof leadSorts)[number];

/** A filter's value for leads that have no value. */
export const noValue = 'none';

/** Statuses that the dashboard counts as in progress. */
export const inProgressStatuses: readonly LeadStatus[] = ['discovery_call', 'proposal_sent'];

/** Statuses of leads that need no more work. */
export const closedStatuses: readonly LeadStatus[] = ['closed_won', 'closed_lost'];

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

/** The fields that a visitor types, without defaults: a PATCH would apply them too. */
const visitorFields = {
  companyName: requiredText(leadLimits.companyName),
  contactName: requiredText(leadLimits.contactName),
  email: z
    .string({ error: createAbsentMessage('Required') })
    .check(z.trim(), z.email(emailMessage), z.maxLength(leadLimits.email)),
  phone: optionalText(leadLimits.phone),
  industry: optionalText(80),
  numberOfLocations,
  interestedPackage: optionalText(120),
  // Packages may share a name. Stored only if it is the id of a package with that name.
  interestedPackageId: optionalText(64),
  message: optionalProse(leadLimits.message),
};

/**
 * Fields that a visitor may send. The server sets everything else: unknown fields are dropped here,
 * so no request can set an id, a status, an assignment or a date.
 */
export const leadInput = z.object({
  ...visitorFields,
  phone: z._default(visitorFields.phone, null),
  industry: z._default(visitorFields.industry, null),
  numberOfLocations: z._default(numberOfLocations, null),
  interestedPackage: z._default(visitorFields.interestedPackage, null),
  interestedPackageId: z._default(visitorFields.interestedPackageId, null),
  message: z._default(visitorFields.message, null),
  /** The hours that nobody covers at the visitor's business. */
  plan: optionalPlan,
  // Added by the browser: attribution and consent.
  attribution: z._default(z.nullable(attribution), null),
  consent: z._default(z.nullable(leadConsent), null),
});

export type LeadInput = z.output<typeof leadInput>;

/** A lead with every field of the form filled in, for the API's documentation and the tests. */
export const leadExample = {
  companyName: 'Halden Skin Studios',
  contactName: 'Olga Brenner',
  email: 'olga@haldenskin.example',
  phone: '+1 555 0100',
  industry: 'Beauty',
  numberOfLocations: 4,
  interestedPackage: 'Full PM',
  message: 'Front desk is alone from 11:30 to 3.\nWe lose bookings.',
};

const statusMessage = 'Status is required';

/** The status dialog's form. */
export const statusInput = z.object({ status: requiredChoice(leadStatuses, statusMessage) });

/** What is next for a lead, and when it is due. */
export const nextStep = z.object({
  text: requiredText(200, 'Say what to do next'),
  dueAt: timestamp(),
});

export type NextStep = z.output<typeof nextStep>;

/** Body of a PATCH. Fields that are not sent stay unchanged. */
export const leadPatch = z
  .partial(
    z.object({
      ...visitorFields,
      ...statusInput.shape,
      assignedPmId: z.nullable(recordId),
      /** Changes the open task that is due first, or adds one; null completes it. */
      nextStep: z.nullable(nextStep),
      /** Stored as a note about the lead, once however often the change is sent. */
      note: requiredProse(5000),
    }),
  )
  .check(
    z.refine((patch) => Object.keys(patch).some((name) => name !== 'note'), {
      error: statusMessage,
      path: ['status'],
    }),
  );

export type LeadPatch = z.output<typeof leadPatch>;

/** Reasons why an inquiry looks like spam. Stored with the lead and shown to the owner only. */
export const spamReasons = ['hidden-field', 'too-fast', 'too-many', 'text', 'by-hand'] as const;

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
  plan: z.nullable(plan),
  id: z.string(),
  status: z.enum(leadStatuses),
  assignedPmId: z.nullable(z.string()),
  suspect: z.nullable(z.enum(spamReasons)),
  /** The source of the last visit, as the funnel counts it; null shortly after an update. */
  source: z.nullable(z.string()),
  /** The open task that is due first. */
  nextStep: z.nullable(z.object({ text: z.string(), dueAt: z.string() })),
  /** The ID of that task. */
  nextStepTaskId: z.nullable(z.string()),
  /** When the owner first moved it on from `new`. */
  answeredAt: z.nullable(z.string()),
  /** A deleted lead can be restored for 30 days. */
  deletedAt: z.nullable(z.string()),
  /** The lead that this inquiry was merged into. */
  mergedIntoId: z.nullable(z.string()),
  /** When retention deletes it. Announced 30 days before. */
  expiresAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Lead = z.output<typeof lead>;

/** How long a deletion and a merge can be undone. */
export const undoPeriodMs = 30 * DAY;

/** The site's texts promise an answer within 24 hours: who waits longer is late. */
export const answerPeriodMs = DAY;

/** A lead with its value in dollars: its package's price; null as long as it has none. */
const valuedLead = z.object({ ...lead.shape, value: z.nullable(z.number()) });

export type ValuedLead = z.output<typeof valuedLead>;

/** A lead in a list. */
export const listedLead = z.object({
  ...valuedLead.shape,
  /** The start of its booked call that is next, or that takes place now. */
  nextCallAt: z.nullable(z.string()),
  /** When it was last changed, called, mailed or noted about, also as a merged inquiry. */
  lastActivityAt: z.string(),
});

export type ListedLead = z.output<typeof listedLead>;

/** When the next step of the leads in a list is due. `none`: open, and nothing is planned. */
export const nextStepFilters = ['overdue', 'today', 'week', 'none'] as const;

/** The leads of each status that match a filter, and the sum of the known values in dollars. */
export const leadStages = z.array(
  z.object({ status: z.enum(leadStatuses), count: z.number(), value: z.number() }),
);

export const leadSummary = z.object({
  total: z.number(),
  new: z.number(),
  inProgress: z.number(),
  /** Suspected spam that has not been reviewed yet. */
  suspected: z.number(),
  /** Deleted leads that can be restored. */
  deleted: z.number(),
  /** Leads that retention is going to delete, and when the first one. */
  expiring: z.object({ count: z.number(), firstAt: z.nullable(z.string()) }),
});

export type LeadSummary = z.output<typeof leadSummary>;

/** Maximum number of leads that one request changes. */
export const maxBulkLeads = 500;

const bulkIds = z.array(recordId).check(z.minLength(1), z.maxLength(maxBulkLeads));

/** Body of an export of chosen leads. */
export const exportInput = z.object({ ids: bulkIds });

const bulkChange = {
  ids: bulkIds,
  /** The versions that the change is based on, by the lead's ID: one with another is not changed. */
  versions: z.optional(z.record(recordId, z.string())),
};

/** Body of a change of several leads. */
export const bulkInput = z.discriminatedUnion('action', [
  z.object({
    ...bulkChange,
    action: z.literal('status'),
    value: requiredChoice(leadStatuses, statusMessage),
  }),
  z.object({ ...bulkChange, action: z.literal('assign'), value: z.nullable(recordId) }),
  z.object({ ...bulkChange, action: z.literal('spam') }),
  z.object({ ...bulkChange, action: z.literal('not-spam') }),
  z.object({ ids: bulkIds, action: z.literal('delete') }),
]);

export type BulkInput = z.output<typeof bulkInput>;

/** The result for each lead, in the order of the request. */
export const bulkResult = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      ok: z.boolean(),
      message: z.nullable(z.string()),
      /** The version that the change made; null for a deletion, or if the lead had the value already. */
      version: z.nullable(z.string()),
    }),
  ),
});

export type BulkResult = z.output<typeof bulkResult>;

/** A lead that the admin adds, for example after a phone call. */
export const ownLeadInput = z.object({
  ...z.omit(leadInput, { attribution: true, consent: true }).shape,
  status: z._default(z.enum(leadStatuses), 'new'),
});

export type OwnLeadInput = z.output<typeof ownLeadInput>;

/** Report of an erasure of everything about a person. */
export const erasureReport = z.object({
  erasedLeadIds: z.array(z.string()),
  erasedBookings: z.number(),
  /** The leads that stay, each with the reason. */
  kept: z.array(z.object({ leadId: z.string(), reason: z.string() })),
});

export type ErasureReport = z.output<typeof erasureReport>;

export const mergeInput = z.object({ keepId: recordId, otherId: recordId });

/** Formats a status, for example `discovery_call` as "discovery call". */
export const formatStatus = (status: string): string => status.replaceAll('_', ' ');

export const projectManagerInput = z.object({
  name: requiredText(100, 'Name is required'),
  email: z.string().check(z.trim(), z.email(emailMessage), z.maxLength(leadLimits.email)),
});

export type ProjectManagerInput = z.output<typeof projectManagerInput>;

/** A user to whom leads are assigned. */
export const projectManager = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
});

export type ProjectManager = z.output<typeof projectManager>;
