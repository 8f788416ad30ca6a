import { expect } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import { sampleLead } from './samples';
import { createTestApp } from './test-app';

/** Starts a site and stores a lead for each set of fields. @returns their IDs, in order */
export async function createDesk(leads: readonly Record<string, unknown>[] = [{}]) {
  const site = await createTestApp();
  const ids: string[] = [];
  for (const fields of leads) {
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields });
    expect(sent.statusCode, sent.body).toBe(201);
    ids.push(sent.json().id);
  }
  const { admin } = site;
  const [id = ''] = ids;
  const list = async (query: string): Promise<Lead[]> =>
    (await admin('GET', `/api/leads?${query}`)).json();
  return {
    ...site,
    id,
    ids,
    url: `/api/leads/${id}`,
    list,
    listCompanies: async (query: string) =>
      (await list(query)).map(({ companyName }) => companyName),
    readLead: async (leadId = id) => (await admin('GET', `/api/leads/${leadId}`)).json(),
  };
}

/** Names the companies of leads for `createDesk`. */
export const companies = (names: string[]) => names.map((companyName) => ({ companyName }));
