import type { Database } from '../../../db/database.server';
import type { LeadSort } from '../contract';
import type { LeadValues } from '../lead-value.server';
import { type LeadFilter, listLeads, resolveText } from '../search/search.server';
import { formatLeadHeader, formatLeadRows } from './csv-columns';

const pageSize = 500;

/** Yields the CSV of all matching leads page by page, so that no list is too long for the memory. */
export async function* exportLeads(
  db: Database,
  search: LeadFilter & { sort: LeadSort },
  values: LeadValues,
): AsyncGenerator<string> {
  yield formatLeadHeader();
  const filter = await resolveText(db, search);
  let cursor: Awaited<ReturnType<typeof listLeads>>['last'];
  do {
    const page = await listLeads(db, { ...search, ...filter, limit: pageSize, cursor }, values);
    yield formatLeadRows(page.leads);
    cursor = page.last;
  } while (cursor);
}
