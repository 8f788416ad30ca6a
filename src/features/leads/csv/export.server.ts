import type { LeadSort } from '../contract';
import type { LeadRoutesContext } from '../routes-context.server';
import { type LeadFilter, listLeads, resolveFilter } from '../search/search.server';
import { formatLeadHeader, formatLeadRows } from './csv-columns';

const pageSize = 500;

/** Yields the CSV of all matching leads page by page, so that no list is too long for the memory. */
export async function* exportLeads(
  context: LeadRoutesContext,
  search: LeadFilter & { sort: LeadSort },
): AsyncGenerator<string> {
  yield formatLeadHeader();
  const { db } = context;
  const [filter, values] = await Promise.all([resolveFilter(context, search), context.getValues()]);
  let cursor: Awaited<ReturnType<typeof listLeads>>['last'];
  do {
    const page = await listLeads(db, { ...search, ...filter, limit: pageSize, cursor }, values);
    yield formatLeadRows(page.leads);
    cursor = page.last;
  } while (cursor);
}
