import { expect, type Page } from '@playwright/test';
import type { AdminProposal, ProposalInput } from '../../src/proposals/contract';
import { samplePlan } from '../support/sample-plan';
import { createLead, type Site } from './leads';

/** The form of a proposal on the page of its lead. */
export const editor = (page: Page) => page.getByRole('form', { name: 'Proposal' });

/** The list of a lead's proposals. */
export const proposals = (page: Page) => page.getByRole('region', { name: /^Proposals?$/ });

/** Returns a date that is this many days from now. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Stores a lead with a plan. @returns its id */
export async function createLeadWithPlan(site: Site, companyName: string): Promise<string> {
  const { id } = await createLead(site, { companyName, plan: samplePlan }, 'discovery_call');
  return id;
}

/** Writes a proposal for a lead with a plan, with the people of the site who can work it. */
export async function writeProposal(
  site: Site,
  leadId: string,
  fields: Partial<ProposalInput> = {},
): Promise<AdminProposal> {
  const talents = (await site.api.get('/api/talents')).body as { id: string; status: string }[];
  const talentIds = talents.flatMap(({ id, status }) => (status === 'available' ? id : []));
  const written = await site.api.post(`/api/leads/${leadId}/proposals`, {
    plan: samplePlan,
    talentIds: talentIds.slice(0, 4),
    packageId: null,
    lines: [{ text: 'Hours, invoiced monthly', price: '$130 a week', talentId: null }],
    validUntil: inDays(14),
    fromName: 'Rosa Puente',
    note: 'Send me your SOP binder this week.',
    ...fields,
  });
  expect(written.status).toBe(201);
  return written.body as AdminProposal;
}

/** Writes a proposal and sends it as a link. */
export async function sendProposal(
  site: Site,
  leadId: string,
  fields?: Partial<ProposalInput>,
): Promise<AdminProposal> {
  const { id } = await writeProposal(site, leadId, fields);
  const sent = await site.api.post(`/api/proposals/${id}/send`, { by: 'link' });
  expect(sent.status).toBe(200);
  return sent.body as AdminProposal;
}
