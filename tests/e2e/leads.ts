import { expect, type Locator, type Page } from '@playwright/test';
import type { Lead, LeadInput, LeadStatus } from '../../src/leads/contract';
import type { ApiClient } from '../support/api-client';
import { sampleLead } from '../support/samples';

/** A running site. */
export interface Site {
  api: ApiClient;
}

/** Signs the site's API client in, unless it has a session. */
export async function ensureSignedIn({ api }: Site): Promise<void> {
  const { status } = await api.get('/api/leads/summary');
  if (status === 401) await api.signIn();
}

/** Creates a lead through the public API, then sets its status through the admin API. */
export async function createLead(
  site: Site,
  fields: Partial<LeadInput>,
  status: LeadStatus = 'new',
): Promise<Lead> {
  await ensureSignedIn(site);
  const created = await site.api.post('/api/leads', { ...sampleLead, ...fields });
  expect(created.status).toBe(201);
  const { id } = created.body as { id: string };
  const updated = await site.api.patch(`/api/leads/${id}`, { status });
  expect(updated.status).toBe(200);
  return updated.body as Lead;
}

/** Creates a lead and opens its page in the admin area. */
export async function openLeadPage(
  page: Page,
  site: Site,
  fields: Partial<LeadInput>,
  status?: LeadStatus,
): Promise<Lead> {
  const lead = await createLead(site, fields, status);
  await page.goto(`/admin/leads/${lead.id}`);
  return lead;
}

/** The timeline on the page of a lead. */
export const timeline = (page: Page): Locator => page.getByRole('region', { name: 'Timeline' });

/** Opens the newest lead of a company in the admin area. @returns its dialog */
export async function openLead(page: Page, companyName: string): Promise<Locator> {
  await page.goto('/admin?tab=leads');
  await page
    .getByRole('button', { name: `Edit ${companyName}` })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Update Lead Status' });
}

/** Deletes every lead of a site. */
export async function removeAllLeads(site: Site): Promise<void> {
  await ensureSignedIn(site);
  const { body } = await site.api.get('/api/leads?limit=500');
  const ids = (body as Lead[]).map(({ id }) => id);
  if (ids.length === 0) return;
  expect((await site.api.post('/api/leads/bulk', { ids, action: 'delete' })).status).toBe(200);
}
