import type { Page } from '@playwright/test';
import { DAY } from '../../src/lib/time/durations';
import { expect, test } from './fixtures';
import { toast, undoByKeyboard } from './lead-form';
import { createLead, removeAllLeads } from './leads';

test.use({ sharedSite: 'demo content' });

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await removeAllLeads(server);
});

const getTimeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });

const getPerson = (page: Page) => page.getByRole('region', { name: 'Same person' });

test.describe('keyboard focus on the page of a lead', () => {
  test('stays with the work when a note, a step or a correction is done, and when that is undone', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Mistyped' }, 'contacted');
    const nextStep = { text: 'Send the offer', dueAt: new Date(Date.now() + DAY).toISOString() };
    await server.api.patch(`/api/leads/${id}`, { nextStep });
    await server.api.post(`/api/leads/${id}/tasks`, { title: 'Ask for the contract' });
    await server.api.post(`/api/leads/${id}/notes`, { text: 'Written by mistake' });
    await page.goto(`/admin/leads/${id}`);
    const timeline = getTimeline(page);

    await test.step('in the timeline, when a note is deleted', async () => {
      await timeline.getByRole('button', { name: 'Delete note' }).press('Enter');
      await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
      await expect(timeline).not.toContainText('Written by mistake');
      await expect(timeline).toBeFocused();
    });
    await test.step('in the timeline, when a step is done', async () => {
      const step = page
        .getByRole('list', { name: 'Planned' })
        .getByRole('checkbox', { name: 'Ask for the contract' });
      await step.press('Space');
      await expect(step).toHaveCount(0);
      await expect(timeline).toBeFocused();
      await undoByKeyboard(page);
      await expect(step).toBeVisible();
      await expect(timeline).toBeFocused();
      await step.press('Space');
      await expect(step).toHaveCount(0);
    });
    await test.step('with the next step, when it is done', async () => {
      await page.getByRole('button', { name: 'Done', exact: true }).press('Enter');
      await expect(page.getByRole('button', { name: 'Set next step' })).toBeFocused();
      await expect(toast(page)).toContainText('Done: Send the offer');
      await undoByKeyboard(page);
      await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused();
    });
    await test.step('with the facts, when they are corrected', async () => {
      const edit = page.getByRole('button', { name: 'Edit facts' });
      await edit.press('Enter');
      const form = page.getByRole('form', { name: 'Edit facts' });
      const company = form.getByLabel('Company');
      await expect(company).toBeFocused();
      await company.fill('Typed Right');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed Right');
      await expect(edit).toBeFocused();
    });
  });

  test('stays among the inquiries of a person, whose records merge and separate, when that is undone', async ({
    page,
    server,
  }) => {
    const phone = '512 555 0188';
    const message = 'One studio.';
    await createLead(server, {
      companyName: 'Front Desk',
      email: 'ann@front.example',
      phone,
      message,
    });
    const { id } = await createLead(server, {
      companyName: 'Back Office',
      email: 'ben@front.example',
      phone,
    });
    await page.goto(`/admin/leads/${id}`);
    await expect(getPerson(page)).toContainText('1 other inquiry');
    const merge = getPerson(page).getByRole('button', { name: 'Merge Front Desk' });
    await merge.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Is this one person?' });
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
    const unmerge = getPerson(page).getByRole('button', {
      name: 'Undo the merge with Front Desk',
    });
    await expect(unmerge).toBeVisible();
    await expect(getPerson(page)).toBeFocused();
    await expect(getTimeline(page)).toContainText(message);
    await unmerge.press('Enter');
    await expect(merge).toBeVisible();
    await expect(getPerson(page)).toBeFocused();
    await expect(getTimeline(page)).not.toContainText(message);

    await merge.press('Enter');
    await dialog.getByRole('button', { name: 'Not the same person' }).press('Enter');
    await expect(getPerson(page)).toBeFocused();
    const undo = getPerson(page).getByRole('button', { name: /^Undo that Front Desk/ });
    await undo.press('Enter');
    await expect(merge).toBeVisible();
    await expect(getPerson(page)).toBeFocused();
  });

  test('goes to the heading when a spam mark is removed, or the lead is restored', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Not That Bad' });
    await server.api.post('/api/leads/bulk', { ids: [id], action: 'spam' });
    await page.goto(`/admin/leads/${id}`);
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('button', { name: 'Not spam' }).press('Enter');
    await expect(toast(page)).toContainText('Lead updated');
    await expect(heading).toBeFocused();
    await server.api.delete(`/api/leads/${id}`);
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
    await expect(heading).toBeFocused();
  });
});

test.describe('keyboard focus on the overview', () => {
  test('stays among the follow-ups when one is done, and when that is undone', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Is Due' }, 'contacted');
    const dueAt = new Date(Date.now() - 1_000).toISOString();
    await server.api.patch(`/api/leads/${id}`, { nextStep: { text: 'Send the quote', dueAt } });
    await page.goto('/admin');
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    const done = followUps.getByLabel('Done: Send the quote');
    await done.press('Space');
    await expect(done).toHaveCount(0);
    await expect(followUps).toBeFocused();
    await undoByKeyboard(page);
    await expect(done).toBeVisible();
    await expect(followUps).toBeFocused();
  });
});
