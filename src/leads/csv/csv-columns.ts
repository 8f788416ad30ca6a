import { campaignParameters } from '../../analytics/attribution/touch';
import { encodePlan } from '../../cover/encode-plan';
import type { ValuedLead } from '../contract';
import { formatPlan } from '../lead-plan';
import { formatCsvHeader, formatCsvRow } from './csv';
import { derivedTitle } from './import-columns';

/** The columns of the file, by their titles. The import recognizes them. */
const columns: Record<string, (lead: ValuedLead) => string | number | null> = {
  Company: (lead) => lead.companyName,
  Contact: (lead) => lead.contactName,
  Email: (lead) => lead.email,
  Phone: (lead) => lead.phone,
  Industry: (lead) => lead.industry,
  Locations: (lead) => lead.numberOfLocations,
  Package: (lead) => lead.interestedPackage,
  Message: (lead) => lead.message,
  Status: (lead) => lead.status,
  Value: (lead) => lead.value,
  Source: (lead) => lead.source,
  Campaign({ attribution }) {
    const campaign = attribution?.last.campaign ?? {};
    const values = [campaign.utm_campaign, ...campaignParameters.map((name) => campaign[name])];
    return values.find((value) => value !== undefined) ?? null;
  },
  'Next step': (lead) => lead.nextStep?.text ?? null,
  'Next step due': (lead) => lead.nextStep?.dueAt ?? null,
  Answered: (lead) => lead.answeredAt,
  Received: (lead) => lead.createdAt,
  ID: (lead) => lead.id,
  // New columns are last: others are read by their position, too.
  [derivedTitle]: ({ plan }) => plan && formatPlan(plan),
  Plan: ({ plan }) => plan && encodePlan(plan),
};

/** Formats the first row of a file with leads. @param more titles of further columns */
export const formatLeadHeader = (more: readonly string[]): string =>
  formatCsvHeader([...Object.keys(columns), ...more]);

/** Formats the rows of leads. @param readMore returns the cells of further columns */
export const formatLeadRows = (
  leads: readonly ValuedLead[],
  readMore: (lead: ValuedLead) => readonly (string | null)[],
): string =>
  leads
    .map((lead) =>
      formatCsvRow([...Object.values(columns).map((read) => read(lead)), ...readMore(lead)]),
    )
    .join('');
