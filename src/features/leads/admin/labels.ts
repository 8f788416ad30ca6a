import { type Lead, leadStatuses } from '../contract';
import { industryLabels } from '../inquiry/lead-form-options';

/** Formats an industry as the form names it. */
export const formatIndustry = (value: string): string => industryLabels[value] ?? value;

/** Whether a lead still needs work. */
export const isOpenLead = ({ status }: Pick<Lead, 'status'>): boolean =>
  leadStatuses.indexOf(status) < leadStatuses.indexOf('closed_won');

/** Returns the first name, to speak of a person. */
export const getFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Whether the owner may contact a lead: neither deleted nor spam. */
export const isReachable = ({ deletedAt, suspect }: Pick<Lead, 'deletedAt' | 'suspect'>): boolean =>
  deletedAt === null && suspect === null;
