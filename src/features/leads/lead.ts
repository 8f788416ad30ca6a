import { maxInteger, optionalProse, optionalText, requiredChoice, requiredText, z } from '../../lib/schema';

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

/** Industries of the lead form; `label` is what the visitor reads. */
export const leadIndustries = [
  { value: 'Beauty', label: 'Beauty & MedSpa' },
  { value: 'Fitness', label: 'Fitness' },
  { value: 'Retail', label: 'Retail' },
  { value: 'Healthcare', label: 'Healthcare' },
  { value: 'Other', label: 'Other' },
] as const;

/** What the visitor picks who has not picked a package. */
export const undecidedPackage = 'Not sure';

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
 * What a visitor may send. Everything else a lead has is the server's: an unknown field is dropped
 * here, so no request can set an id, a status, an assignment or a date.
 */
export const leadInput = z.object({
  companyName: requiredText(200),
  contactName: requiredText(200),
  email: z
    .string({ error: (issue) => (issue.input === undefined ? 'Required' : undefined) })
    .check(z.trim(), z.email(emailMessage), z.maxLength(254)),
  phone: z._default(optionalText(50), null),
  industry: z._default(optionalText(80), null),
  numberOfLocations: z._default(numberOfLocations, null),
  interestedPackage: z._default(optionalText(120), null),
  message: z._default(optionalProse(5000), null),
});

export type LeadInput = z.output<typeof leadInput>;

/** The fields that each step of the form asks for, in order (specification, section 2). */
export const leadSteps = [
  { title: 'Company Information', fields: ['companyName', 'contactName'] },
  { title: 'Contact Information', fields: ['email', 'phone'] },
  {
    title: 'Tell Us More',
    fields: ['industry', 'numberOfLocations', 'interestedPackage', 'message'],
  },
] as const satisfies readonly { title: string; fields: readonly (keyof LeadInput)[] }[];

/** What the admin may change of a lead. */
export const leadPatch = z.object({
  status: requiredChoice(leadStatuses, 'Status is required'),
});

/** A stored lead, as the admin's list has it. */
export const lead = z.object({
  ...leadInput.shape,
  id: z.string(),
  status: z.enum(leadStatuses),
  assignedPmId: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Lead = z.output<typeof lead>;

/** "discovery call" for `discovery_call`. */
export const statusLabel = (status: string): string => status.replaceAll('_', ' ');
