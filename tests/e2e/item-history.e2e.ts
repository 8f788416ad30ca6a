import type { Locator, Page } from '@playwright/test';
import { sampleItems } from '../samples';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await server.api.signIn(server.adminPassword);
});

interface Api {
  post: (path: string, body: unknown) => Promise<{ body: unknown }>;
  patch: (path: string, body: unknown) => Promise<unknown>;
}

/** A talent that was changed with each of the given edits, one after the other. */
async function talentWith(api: Api, name: string, edits: object[]): Promise<string> {
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

const entries = (form: Locator) => form.locator('details > ol > li');

test('a talent’s history shows what changed, field by field', async ({ page, server }) => {
  const story = 'Answers the phone, keeps the book and calls back. '.repeat(8);
  await talentWith(server.api, 'Paloma Reyes', [
    { skills: ['Front desk', 'Inventory'], yearsExperience: 8 },
    { bio: `${story}Likes Mondays. ${story}` },
    { bio: `${story}Likes Fridays. ${story}` },
  ]);
  const form = await openHistory(page, 'Paloma Reyes');
  await expect(entries(form)).toHaveCount(4);
  await expect(entries(form).first()).toContainText('Current version');
  await expect(entries(form).nth(0)).toContainText('Likes Mondays.');
  await expect(entries(form).nth(0)).toContainText('Likes Fridays.');
  await expect(entries(form).nth(2)).toContainText('removed: Spanish & English');
  await expect(entries(form).nth(2)).toContainText('added: Inventory');
  await expect(entries(form).nth(2)).toContainText('was: 7→, became: 8');
  await expect(entries(form).nth(3)).toContainText('Created by admin');

  const latest = entries(form).first();
  await expect(latest).not.toContainText(story.trim());
  await latest.getByRole('button', { name: 'Show all' }).click();
  await expect(latest).toContainText(story.trim());
  await latest.getByRole('button', { name: 'Show less' }).click();
  await expect(latest).not.toContainText(story.trim());
  await expectNoViolations(page, { within: dialogSelector, sizes: [{ width: 1280, height: 800 }] });
});

test('an earlier version is restored after a question', async ({ page, server }) => {
  const mistake = { name: 'Wrong Name', title: 'Wrongly titled' };
  await talentWith(server.api, 'Right Name', [mistake]);
  const site = async () => (await page.request.get('/api/talents')).text();
  expect(await site()).toContain(mistake.title);
  const form = await openHistory(page, 'Wrong Name');
  const question = page.getByRole('alertdialog', { name: 'Restore this version?' });
  const restore = entries(form)
    .nth(1)
    .getByRole('button', { name: /^Restore this version/ });

  await restore.click();
  await expect(question).toContainText('The talent goes back to the version of');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(restore).toBeFocused();
  await expect(form).toBeVisible();

  await restore.click();
  await question.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page)).toContainText('Version restored');
  await expect(form).toBeHidden();
  await page.getByRole('searchbox').fill('Right Name');
  await expect(page.getByRole('button', { name: 'Edit Right Name' })).toBeVisible();
  expect(await site()).not.toContain(mistake.title);
});

test('what was there before the record began is restored, too', async ({ page, server }) => {
  const { body } = await server.api.get('/api/talents');
  const [demo] = body as { id: string; name: string }[];
  if (!demo) throw new Error('the demo content is missing');
  await server.api.patch(`/api/talents/${demo.id}`, { name: 'Renamed By Mistake' });
  const form = await openHistory(page, 'Renamed By Mistake');
  const first = entries(form).filter({ hasText: 'As it was before' });
  await first.getByRole('button', { name: /^Restore this version/ }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(toast(page)).toContainText('Version restored');
  await page.getByRole('searchbox').fill(demo.name);
  await expect(page.getByRole('button', { name: `Edit ${demo.name}` })).toBeVisible();
});

test('typed changes that restoring would lose are named first', async ({ page, server }) => {
  await talentWith(server.api, 'Half Typed', [{ yearsExperience: 9 }]);
  const form = await openHistory(page, 'Half Typed');
  await form.getByLabel('Name', { exact: true }).fill('Half Typed, More');
  await entries(form).nth(1).getByRole('button').click();
  await expect(page.getByRole('alertdialog')).toContainText(
    'What you have changed in this form is lost.',
  );
});

test.describe('when the server refuses', () => {
  test.use({ allowErrors: /status of 409/ });

  test('restoring says why, and the form stays', async ({ page, server }) => {
    const id = await talentWith(server.api, 'No Way Back', [{ yearsExperience: 9 }]);
    const refusal = { message: 'This version does not fit today’s rules any more.' };
    await page.route(`**/api/talents/${id}/restore`, (route) =>
      route.fulfill({ status: 409, json: { ...refusal, code: 'conflict' } }),
    );
    const form = await openHistory(page, 'No Way Back');
    await entries(form).nth(1).getByRole('button').click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(toast(page)).toContainText(`Error. ${refusal.message}`);
    await expect(form).toBeVisible();
  });
});
