/**
 * The owner's own funnel: how many come, and how far they get. Counts a day and a source, kept as
 * numbers alone: nothing in it leads back to a person.
 */

/** The steps in their order; `after` is the one that a share is taken of. */
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

/** The steps that a browser may report; the server counts the others itself. */
export const reportedSteps = [
  'visit',
  'package',
  'form_1',
  'form_2',
  'form_3',
] as const satisfies readonly FunnelStep[];

export type ReportedStep = (typeof reportedSteps)[number];

/** Of whoever came by typing the address, or from a page that does not say who it is. */
export const directSource = 'direct';

/** All sources of a day beyond the first ones. */
export const otherSource = 'other';

/** Most sources that are told apart in a day. */
export const maxSourcesPerDay = 20;

/** Characters of a source's name. */
export const maxSourceLength = 60;

/** Days that the owner may look at, today's among them. */
export const funnelPeriods = [7, 30, 90] as const;

export type FunnelPeriod = (typeof funnelPeriods)[number];
