/**
 * Fields and options of the lead form. Not in `contract.ts`, because showing the form needs no zod.
 */

export const leadLabels = {
  companyName: 'Company name',
  contactName: 'Your name',
  email: 'Email',
  phone: 'Phone',
  industry: 'Industry',
  numberOfLocations: 'Number of locations',
  interestedPackage: 'Interested package',
  message: 'Message',
};

export type LeadField = keyof typeof leadLabels;

/** The typed values, not validated yet. */
export type LeadValues = Record<LeadField, string>;

export const emptyLeadValues: LeadValues = {
  companyName: '',
  contactName: '',
  email: '',
  phone: '',
  industry: '',
  numberOfLocations: '',
  interestedPackage: '',
  message: '',
};

/** The industries that the form offers until the owner changes them. */
export const leadIndustries: readonly string[] = [
  'Beauty',
  'Fitness',
  'Retail',
  'Healthcare',
  'Other',
];

/** The industries that the form shows with another name. */
export const industryLabels: Readonly<Record<string, string>> = { Beauty: 'Beauty & MedSpa' };

/** The option for visitors who haven't decided on a package. */
export const undecidedPackageName = 'Not sure';

/** The form's steps and their fields, in order (specification, section 2). */
export const leadSteps = [
  { title: 'Company Information', fields: ['companyName', 'contactName'] },
  { title: 'Contact Information', fields: ['email', 'phone'] },
  {
    title: 'Tell Us More',
    fields: ['industry', 'numberOfLocations', 'interestedPackage', 'message'],
  },
] as const satisfies readonly { title: string; fields: readonly LeadField[] }[];

export const leadLimits = {
  companyName: 200,
  contactName: 200,
  email: 254,
  phone: 50,
  // As many digits as the largest number that can be stored.
  numberOfLocations: 10,
  message: 5000,
} as const satisfies Partial<Record<LeadField, number>>;
