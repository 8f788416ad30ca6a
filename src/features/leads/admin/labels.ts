import { type Lead, leadStatuses, type SpamReason } from '../contract';
import type { LeadImport } from '../csv/import-contract';
import { industryLabels } from '../inquiry/lead-form-options';

/** Formats an industry as the form names it. */
export const formatIndustry = (value: string): string => industryLabels[value] ?? value;

/** Texts for the reasons why a lead looks like spam. */
export const spamReasonLabels: Record<SpamReason, string> = {
  'hidden-field': 'a hidden field was filled in',
  'too-fast': 'it was sent faster than a person types',
  'too-many': 'many inquiries came from the same address within minutes',
  text: 'the text reads like advertising',
  'by-hand': 'you marked it',
};

/** Names the file of an import, which an earlier release did not store. */
export const formatFileName = ({ fileName }: Pick<LeadImport, 'fileName'>): string =>
  fileName ?? 'CSV file';

/** Whether a lead still needs work. */
export const isOpenLead = ({ status }: Pick<Lead, 'status'>): boolean =>
  leadStatuses.indexOf(status) < leadStatuses.indexOf('closed_won');

/** Returns the first name, to speak of a person. */
export const getFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Whether the owner may contact a lead: neither deleted nor spam. */
export const isReachable = ({ deletedAt, suspect }: Pick<Lead, 'deletedAt' | 'suspect'>): boolean =>
  deletedAt === null && suspect === null;
