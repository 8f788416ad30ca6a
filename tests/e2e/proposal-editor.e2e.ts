import type { Page } from '@playwright/test';
import type { AdminProposal } from '../../src/proposals/contract';
import { sampleItems } from '../support/samples';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { createLead, type Site } from './leads';
import { createLeadWithPlan, editor, proposals, writeProposal } from './proposals';

test.use({ sharedSite: 'demo content', permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(({ signIn }) => signIn());

test.describe('proposal that is being sent', () => {
  for (const [button, done] of [
    ['Send by email', 'is on its way to Olga'],
    ['Copy link', 'Link copied'],
  ] as const) {
    test(`stays open after “${button}” for who goes on to edit it meanwhile`, async ({
      page,
      server,
    }) => {
      const leadId = await createLeadWithPlan(server, 'Sent Too Slowly');
      await writeProposal(server, leadId);
      await page.goto(`/admin/leads/${leadId}`);
      await proposals(page).getByRole('button', { name: 'Edit' }).click();
      const form = editor(page);
      await form.getByRole('button', { name: 'Send' }).click();
      const release = await holdRequests(page, '**/api/proposals/*/send');
      const dialog = page.getByRole('dialog', { name: /^Send proposal/ });
      await dialog.getByRole('button', { name: button }).click();
      await expect(dialog.getByRole('button', { name: button })).toHaveAttribute('aria-busy');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await form.getByLabel('Note').fill('Half a sentence');
      release();
      await expect(toast(page)).toContainText(done);
      await expect(form.getByLabel('Note')).toHaveValue('Half a sentence');
    });
  }
});

test('a proposal that is being written asks before it is left, also once the facts are saved', async ({
  page,
  server,
}) => {
  const leadId = await createLeadWithPlan(server, 'Written Beside');
  await writeProposal(server, leadId);
  await page.goto(`/admin/leads/${leadId}`);
  await proposals(page).getByRole('button', { name: 'Edit' }).click();
  await editor(page).getByLabel('Note').fill('Half a sentence');
  await page.getByRole('button', { name: 'Edit facts' }).click();
  const facts = page.getByRole('form', { name: 'Edit facts' });
  await facts.getByLabel('Company').fill('Written Besides');
  await facts.getByRole('button', { name: 'Save' }).click();
  await expect(facts).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor(page).getByLabel('Note')).toHaveValue('Half a sentence');
});

test('a proposal that is being written asks before it is left for the lead that a colleague has merged its lead into', async ({
  page,
  server,
}) => {
  const kept = await createLead(server, { companyName: 'Keeps Its Page' });
  const leadId = await createLeadWithPlan(server, 'Merged Meanwhile');
  await writeProposal(server, leadId);
  await page.clock.install();
  await page.goto(`/admin/leads/${leadId}`);
  await proposals(page).getByRole('button', { name: 'Edit' }).click();
  await editor(page).getByLabel('Note').fill('Half a sentence');
  await server.api.post('/api/leads/merge', { keepId: kept.id, otherId: leadId });
  await page.clock.fastForward(10_000);
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor(page).getByLabel('Note')).toHaveValue('Half a sentence');
  await server.api.patch(`/api/leads/${kept.id}`, { status: 'contacted' });
  await page.clock.fastForward(10_000);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`/admin/leads/${kept.id}`);
  await expect(page.getByRole('heading', { name: 'Keeps Its Page', level: 1 })).toBeVisible();
});

test.describe('new proposal of a lead that someone else has deleted', () => {
  test.use({ allowErrors: /status of 404/ });

  test('says that the lead is gone, and can be saved once it is restored', async ({
    page,
    server,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Deleted Before Proposed');
    await page.goto(`/admin/leads/${leadId}`);
    await page.getByRole('button', { name: 'Write the proposal' }).click();
    const form = editor(page);
    await form.getByLabel('Note').fill('Still here');
    await server.api.delete(`/api/leads/${leadId}`);
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(toast(page)).toContainText('Lead not found');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await server.api.post(`/api/leads/${leadId}/restore`);
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(toast(page)).toContainText('Draft saved');
    await expect(form.getByLabel('Note')).toHaveValue('Still here');
  });
});

test.describe('price of a person whom visitors don’t see', () => {
  test.use({ allowErrors: /status of 503/ });

  test('keeps the name of the person, even when the list of people could not be loaded', async ({
    page,
    server,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Proposed From Drafts');
    const { api } = server;
    const draft = { ...sampleItems.talents, name: 'Nadia Orsini', state: 'draft' };
    const { id: talentId } = (await api.post('/api/talents', draft)).body as { id: string };
    const { id } = await writeProposal(server, leadId, { talentIds: [talentId], lines: [] });
    const url = '**/api/talents/all';
    await page.route(url, (route) => route.fulfill({ status: 503 }));
    await page.goto(`/admin/leads/${leadId}`);
    await proposals(page).getByRole('button', { name: 'Edit' }).click();
    const form = editor(page);
    await expect(form.getByRole('alert')).toContainText('The people could not be loaded.');
    await form.getByLabel('Price of Nadia Orsini').fill('$13 an hour');
    await page.unroute(url);
    await form.getByRole('button', { name: 'Try again' }).click();
    await expect(form.getByRole('alert')).toBeHidden();
    await expect(form).toContainText(/Nadia Orsini\d+ h a week/);
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(toast(page)).toContainText('Draft saved');
    const { lines } = (await api.get(`/api/proposals/${id}`)).body as AdminProposal;
    expect(lines).toEqual([{ text: 'Nadia Orsini', price: '$13 an hour', talentId }]);
    await api.delete(`/api/talents/${talentId}`);
  });
});

/** Opens the form of a lead's only proposal, which someone else then changes. */
async function openOutdated(
  page: Page,
  server: Site,
  companyName: string,
  note?: string,
): Promise<string> {
  const leadId = await createLeadWithPlan(server, companyName);
  const { id, validUntil } = await writeProposal(server, leadId);
  await page.goto(`/admin/leads/${leadId}`);
  await proposals(page).getByRole('button', { name: 'Edit' }).click();
  if (note !== undefined) await editor(page).getByLabel('Note').fill(note);
  const price = { text: 'Hours', price: '$140 a week', talentId: null };
  const theirs = { validUntil, lines: [price], note: 'Their note' };
  expect((await server.api.request('PUT', `/api/proposals/${id}`, theirs)).status).toBe(200);
  return id;
}

test.describe('proposal that two people edit', () => {
  test.use({ allowErrors: /status of 412/ });

  test('shows their version instead of sending it unread', async ({ page, server }) => {
    const id = await openOutdated(page, server, 'Sent Unread');
    const form = editor(page);
    const dialog = page.getByRole('dialog', { name: /^Send proposal/ });
    await form.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Proposal not sent');
    await expect(dialog).toBeHidden();
    await expect(form.getByLabel('Note')).toHaveValue('Their note');
    expect((await server.api.get(`/api/proposals/${id}`)).body).toMatchObject({ state: 'draft' });
    await form.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Link copied');
  });

  test('asks how to send it once both versions are merged', async ({ page, server }) => {
    const id = await openOutdated(page, server, 'Sent After A Choice', 'My note');
    await editor(page).getByRole('button', { name: 'Send' }).click();
    const conflict = page.getByRole('dialog', { name: /changed this proposal/ });
    await conflict.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: /^Send proposal/ });
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Link copied');
    const { body } = await server.api.get(`/api/proposals/${id}`);
    expect(body).toMatchObject({ state: 'sent', note: 'My note' });
  });

  test('is not deleted after somebody else has changed it', async ({ page, server }) => {
    const leadId = await createLeadWithPlan(server, 'Rewritten Before Deleted');
    const { id, validUntil } = await writeProposal(server, leadId);
    // Someone else changes it right before the server gets the deletion.
    await page.route(`**/api/proposals/${id}`, async (route) => {
      const note = 'Their note';
      await server.api.request('PUT', `/api/proposals/${id}`, { validUntil, note });
      await route.continue();
    });
    await page.goto(`/admin/leads/${leadId}`);
    await proposals(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Someone else changed this proposal in the meantime.');
    await expect(proposals(page).getByRole('button', { name: 'Delete' })).toBeVisible();
  });

  test('shows both versions', async ({ page, server }) => {
    const leadId = await createLeadWithPlan(server, 'Edited Twice');
    const { id, ...proposal } = await writeProposal(server, leadId);
    await page.goto(`/admin/leads/${leadId}`);
    await proposals(page).getByRole('button', { name: 'Edit' }).click();
    await editor(page).getByLabel('Note').fill('My note');
    const { plan, people, lines, validUntil } = proposal;
    const talentIds = people.map((person) => person.id);
    const theirs = { plan, talentIds, lines, validUntil, note: 'Their note' };
    expect((await server.api.request('PUT', `/api/proposals/${id}`, theirs)).status).toBe(200);
    await editor(page).getByRole('button', { name: 'Save draft' }).click();
    const conflict = page.getByRole('dialog', { name: /changed this proposal/ });
    await expect(conflict.getByRole('group', { name: 'Note' })).toContainText('Their note');
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Draft saved');
    const { body } = await server.api.get(`/api/proposals/${id}`);
    expect(body).toMatchObject({ note: 'My note', fromName: null });
  });
});
