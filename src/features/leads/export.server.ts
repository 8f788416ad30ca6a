import type { Database } from '../../db/database.server';
import { campaignParameters } from '../analytics/attribution/touch';
import type { ListedLead } from './contract';
import { formatCsvHeader, formatCsvRow } from './csv';
import type { LeadValues } from './lead-value.server';
import type { LeadSort } from './list-order.server';
import { type LeadFilter, listLeads } from './search.server';

/** The columns of the file, by their titles. The import recognizes those of the visitor's fields. */
const columns: Record<string, (lead: ListedLead) => string | number | null> = {
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
  Campaign: ({ attribution }) =>
    campaignParameters.flatMap((name) => attribution?.last.campaign?.[name] ?? [])[0] ?? null,
  'Next step': (lead) => lead.nextStep?.text ?? null,
  'Next step due': (lead) => lead.nextStep?.dueAt ?? null,
  Answered: (lead) => lead.answeredAt,
  Received: (lead) => lead.createdAt,
  ID: (lead) => lead.id,
};

const pageSize = 500;

/** Yields the CSV of all matching leads page by page, so that no list is too long for the memory. */
export async function* exportLeads(
  db: Database,
  search: LeadFilter & { sort: LeadSort },
  values: LeadValues,
): AsyncGenerator<string> {
  yield formatCsvHeader(Object.keys(columns));
  let cursor: Awaited<ReturnType<typeof listLeads>>['last'];
  do {
    const page = await listLeads(db, { ...search, limit: pageSize, cursor }, values);
    yield page.leads
      .map((lead) => formatCsvRow(Object.values(columns).map((read) => read(lead))))
      .join('');
    cursor = page.last;
  } while (cursor);
}
