/**
 * The site's own funnel: how many visits there are, and how far they get. Stores only counts per
 * day and source, nothing that identifies a person.
 */

/** The steps in order; `after` is the step that the conversion rate is relative to. */
export const funnelSteps = [
  { step: 'visit', label: 'Visits', after: null },
  { step: 'package', label: 'Package selected', after: 'visit' },
  { step: 'form_1', label: 'Form: company', after: 'visit' },
  { step: 'form_2', label: 'Form: contact', after: 'form_1' },
  { step: 'form_3', label: 'Form: needs', after: 'form_2' },
  { step: 'enquiry', label: 'Inquiries', after: 'form_3' },
  { step: 'call', label: 'Calls booked', after: 'visit' },
  { step: 'payment', label: 'Payments', after: 'enquiry' },
] as const;

export type FunnelStep = (typeof funnelSteps)[number]['step'];

/** The steps that browsers report; the server counts the others. */
export const reportedSteps = [
  'visit',
  'package',
  'form_1',
  'form_2',
  'form_3',
] as const satisfies readonly FunnelStep[];

export type ReportedStep = (typeof reportedSteps)[number];

/** Source of visits without campaign and referrer. */
export const directSource = 'direct';

/** Source of all visits beyond the maximum number of sources per day. */
export const otherSource = 'other';

export const maxSourcesPerDay = 20;

export const maxSourceLength = 60;

/** Periods that the admin can select, in days including today. */
export const funnelPeriods = [7, 30, 90] as const;

export type FunnelPeriod = (typeof funnelPeriods)[number];
