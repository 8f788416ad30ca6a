import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '../support/api-client';
import { sampleItems } from '../support/samples';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdNextResponse } from './hold-requests';
import { toast } from './lead-form';

// The response to a save of an older version.
test.use({ sharedSite: 'own lists', allowErrors: /status of 412/ });

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await server.api.signIn();
});

/** Creates a talent and applies the edits in order. @returns its id */
async function createEditedTalent(api: ApiClient, name: string, edits: object[]): Promise<string> {
  const { body } = await api.post('/api/talents', { ...sampleItems.talents, name });
  const { id } = body as { id: string };
  for (const edit of edits) await api.patch(`/api/talents/${id}`, edit);
  return id;
}

async function openHistory(page: Page, name: string): Promise<Locator> {
  await page.goto('/admin?tab=talents');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Talent' });
  await form.getByText('History', { exact: true }).click();
  return form;
}

const getEntries = (form: Locator) => form.locator('details > ol > li');

test.describe('talent history', () => {
  test('shows what changed, field by field', async ({ page, server }) => {
    const story = 'Answers the phone, keeps the book and calls back. '.repeat(8);
    await createEditedTalent(server.api, 'Paloma Reyes', [
      { skills: ['Front desk', 'Inventory'], yearsExperience: 8 },
      { bio: `${story}Likes Mondays. ${story}` },
      { bio: `${story}Likes Fridays. ${story}` },
    ]);
    const form = await openHistory(page, 'Paloma Reyes');
    await expect(getEntries(form)).toHaveCount(4);
    await expect(getEntries(form).first()).toContainText('Current version');
    await expect(getEntries(form).nth(0)).toContainText('Likes Mondays.');
    await expect(getEntries(form).nth(0)).toContainText('Likes Fridays.');
    await expect(getEntries(form).nth(2)).toContainText('removed: Spanish & English');
    await expect(getEntries(form).nth(2)).toContainText('added: Inventory');
    await expect(getEntries(form).nth(2)).toContainText('was: 7→, became: 8');
    await expect(getEntries(form).nth(3)).toContainText('Created by admin');

    const latest = getEntries(form).first();
    await expect(latest).not.toContainText(story.trim());
    await latest.getByRole('button', { name: 'Show all' }).click();
    await expect(latest).toContainText(story.trim());
    await latest.getByRole('button', { name: 'Show less' }).click();
    await expect(latest).not.toContainText(story.trim());
    await expectNoViolations(page, {
      within: dialogSelector,
      sizes: [{ width: 1280, height: 800 }],
    });
  });

  test('restores an earlier version after a confirmation, which warns of unsaved changes', async ({
    page,
    server,
  }) => {
    const mistake = { name: 'Wrong Name', title: 'Wrongly titled' };
    await createEditedTalent(server.api, 'Right Name', [mistake]);
    const fetchTalents = async () => (await page.request.get('/api/talents')).text();
    expect(await fetchTalents()).toContain(mistake.title);
    const form = await openHistory(page, 'Wrong Name');
    const confirmation = page.getByRole('alertdialog', { name: 'Restore this version?' });
    const restore = getEntries(form)
      .nth(1)
      .getByRole('button', { name: /^Restore this version/ });

    await restore.click();
    await expect(confirmation).toContainText('The talent goes back to the version of');
    await expect(confirmation).not.toContainText('Your changes in this form');
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(restore).toBeFocused();
    await expect(form).toBeVisible();

    await form.getByLabel('Name', { exact: true }).fill('Half Typed');
    await restore.click();
    await expect(confirmation).toContainText('Your changes in this form will be lost.');
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page)).toContainText('Version restored');
    await expect(form).toBeHidden();
    await page.getByRole('searchbox').fill('Right Name');
    await expect(page.getByRole('button', { name: 'Edit Right Name' })).toBeVisible();
    expect(await fetchTalents()).not.toContain(mistake.title);
  });

  test('says that a restore leaves planned changes as they are, and offers none that would change nothing', async ({
    page,
    server,
  }) => {
    const times = { publishAt: '2031-01-02T12:00:00Z', unpublishAt: '2031-02-02T12:00:00Z' };
    await createEditedTalent(server.api, 'Planned Change', [
      { title: 'Second title' },
      { pending: { title: 'Third title' }, ...times },
    ]);
    const form = await openHistory(page, 'Planned Change');
    const entries = getEntries(form);
    await expect(entries.nth(0)).toContainText('Current version');
    await expect(entries.nth(1)).toContainText('Same as the current version');
    const restore = entries.nth(2).getByRole('button', { name: /^Restore this version/ });
    await restore.click();
    const confirmation = page.getByRole('alertdialog', { name: 'Restore this version?' });
    await expect(confirmation).toContainText(
      /What is planned stays as it is\. Changes not live yet: Title\. Goes live: .*2031.*\. Taken down: .*2031/,
    );
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page)).toContainText('Version restored');
    const list = (await server.api.get('/api/talents')).body;
    expect(JSON.stringify(list)).not.toContain('Second title');
  });

  test('a restore that ends after its question was closed leaves the form open, with what was typed', async ({
    page,
    server,
  }) => {
    const id = await createEditedTalent(server.api, 'Late Restore', [{ title: 'Second title' }]);
    const form = await openHistory(page, 'Late Restore');
    const response = await holdNextResponse(page, `**/api/talents/${id}/restore`);
    await getEntries(form)
      .nth(1)
      .getByRole('button', { name: /^Restore this version/ })
      .click();
    const confirmation = page.getByRole('alertdialog', { name: 'Restore this version?' });
    await confirmation.getByRole('button', { name: 'Restore' }).click();
    await response.read;
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    await form.getByLabel('Name', { exact: true }).fill('Half Typed');
    await response.release();
    await expect(toast(page)).toContainText('Version restored');
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Half Typed');

    // The next save is merged with the restored version.
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form).toBeHidden();
    const { body } = await server.api.get(`/api/talents/${id}`);
    expect(body).toMatchObject({ name: 'Half Typed', title: sampleItems.talents.title });
  });
});
