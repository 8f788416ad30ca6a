import type { LeadStatus } from '../contract';

/** Normalizes a title or a status for comparison: "Company / Account" becomes "company account". */
export const normalizeName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

/**
 * The titles by which a file's columns are recognized, normalized: those of the site's own export,
 * and those that the exports of HubSpot, Pipedrive and Salesforce have. "Employees"
 * is not mapped to the locations on purpose.
 */
const titleSynonyms: Readonly<Record<string, readonly string[]>> = {
  companyName: [
    'companyname',
    'company',
    'company name',
    'company account',
    'account name',
    'account',
    'organization',
    'organization name',
    'person organization',
    'deal organization',
    'associated company',
  ],
  contactName: [
    'contactname',
    'your name',
    'contact',
    'contact name',
    'name',
    'full name',
    'person name',
    'deal contact person',
    'associated contact',
  ],
  firstName: ['firstname', 'first name', 'person first name'],
  lastName: ['lastname', 'last name', 'surname', 'person last name'],
  email: [
    'email',
    'e mail',
    'email address',
    'work email',
    'person email',
    'person email work',
    'contact email',
  ],
  phone: [
    'phone',
    'phone number',
    'telephone',
    'business phone',
    'person phone',
    'person phone work',
    'contact phone',
  ],
  industry: ['industry', 'sector', 'organization industry'],
  numberOfLocations: [
    'numberoflocations',
    'number of locations',
    'locations',
    '# locations',
    '# of locations',
    'no of locations',
  ],
  interestedPackage: ['interestedpackage', 'interested package', 'package'],
  message: ['message', 'notes'],
  plan: ['plan'],
  status: [
    'status',
    'stage',
    'lead status',
    'lifecycle stage',
    'deal stage',
    'deal status',
    'pipeline stage',
    'lead stage',
  ],
  value: ['value', 'amount', 'deal value', 'deal amount'],
  source: [
    'source',
    'lead source',
    'original source',
    'original traffic source',
    'deal source',
    'person source',
    'deal source channel',
  ],
  campaign: ['campaign'],
  nextStep: ['next step', 'next activity', 'deal next activity'],
  nextStepDue: [
    'next step due',
    'next activity date',
    'deal next activity date',
    'next follow up date',
  ],
  answeredAt: ['answered'],
  receivedAt: [
    'received',
    'created on',
    'created',
    'create date',
    'created date',
    'date created',
    'created at',
    'deal created',
    'deal deal created',
    'lead created',
  ],
  projectManager: [
    'project manager',
    'owner',
    'contact owner',
    'deal owner',
    'lead owner',
    'person owner',
    'assigned to',
  ],
  note: ['note'],
};

/** The column with the reasons in a file of rows to fix. */
export const reasonTitle = 'To fix';

/** The column that only the site's own export has. It is derived from the plan. */
export const derivedTitle = 'Uncovered hours';

/** Returns whether a file with these titles is the site's own export. */
export const isOwnFile = (titles: readonly string[]): boolean => titles.includes(derivedTitle);

/** The statuses of other products, normalized. */
export const statusSynonyms: Readonly<Record<LeadStatus, readonly string[]>> = {
  new: [
    'new',
    'open',
    'open not contacted',
    'not contacted',
    'lead',
    'subscriber',
    'lead in',
    'prospecting',
  ],
  contacted: [
    'contacted',
    'contact made',
    'attempted to contact',
    'connected',
    'working',
    'working contacted',
    'in progress',
    'open deal',
    'qualified',
    'marketing qualified lead',
    'marketingqualifiedlead',
    'sales qualified lead',
    'salesqualifiedlead',
    'nurturing',
    'qualification',
    'qualified to buy',
    'needs analysis',
  ],
  discovery_call: [
    'discovery call',
    'call scheduled',
    'meeting scheduled',
    'appointment scheduled',
    'demo scheduled',
    'presentation scheduled',
    'value proposition',
    'id decision makers',
    'perception analysis',
  ],
  proposal_sent: [
    'proposal sent',
    'proposal made',
    'quote sent',
    'contract sent',
    'proposal price quote',
    'negotiations started',
    'negotiation review',
    'opportunity',
    'decision maker bought in',
  ],
  closed_won: ['closed won', 'won', 'customer', 'converted', 'closed converted', 'evangelist'],
  closed_lost: [
    'closed lost',
    'lost',
    'unqualified',
    'disqualified',
    'bad timing',
    'closed not converted',
  ],
};

/** A column of a file, with the field that it is imported into; null when it is left out. */
export interface ImportColumn {
  title: string;
  field: string | null;
}

const importFields = Object.keys(titleSynonyms);

const fieldsByTitle = new Map(
  Object.entries(titleSynonyms).flatMap(([field, titles]) =>
    titles.map((title) => [title, field] as const),
  ),
);

/** Fields that several columns may have. */
const sharedFields = ['note', 'status'];

/**
 * Finds the field of each column.
 * @param titles empty for the columns that only rows have
 * @param fields the chosen fields, in order; undefined to recognize the titles
 * @param otherField the field of a column without one of its own: of an unknown title, or of the
 *   second column of a field
 */
export function mapColumns(
  titles: readonly string[],
  fields: readonly string[] | undefined,
  otherField: 'note' | null,
): ImportColumn[] {
  const recognize = (title: string) => {
    // The site derives or assigns these anew.
    if ([derivedTitle, reasonTitle].includes(title) || (title === 'ID' && isOwnFile(titles)))
      return null;
    return fieldsByTitle.get(normalizeName(title)) ?? otherField;
  };
  const known = titles.map((title, index) => {
    if (!fields) return recognize(title);
    const chosen = fields[index];
    // The columns that only rows have could not be chosen.
    if (chosen === undefined && title === '') return otherField;
    return importFields.find((field) => field === chosen) ?? null;
  });
  return titles.map((title, index) => {
    const field = known[index] ?? null;
    const isTaken =
      field !== null && !sharedFields.includes(field) && known.indexOf(field) !== index;
    return { title, field: isTaken ? otherField : field };
  });
}
