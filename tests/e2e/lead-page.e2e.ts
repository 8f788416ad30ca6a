import { readFile } from 'node:fs/promises';
import type { Route } from '@playwright/test';
import { samplePlan } from '../support/sample-plan';
import { expectNoViolations, phone } from './axe';
import { expect, measureOverhang, test } from './fixtures';
import { createDeferred, loseFirstResponse } from './hold-requests';
import { toast } from './lead-form';
import { createLead, openLeadPage, timeline } from './leads';

test.use({ sharedSite: 'demo content' });

test.beforeEach(({ signIn }) => signIn());

test.describe('page of a lead when a response is lost', () => {
  test.use({ allowErrors: /net::ERR_FAILED/ });

  test('stores a note once when the owner sends it again', async ({ page, server }) => {
    await openLeadPage(page, server, { companyName: 'Noted Once' });
    await loseFirstResponse(page, '**/notes');
    await page.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings');
    const add = page.getByRole('button', { name: 'Add note' });
    await add.click();
    await expect(toast(page)).toContainText('Error');
    await expect(add).not.toHaveAttribute('aria-busy');
    await add.click();
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await expect(timeline(page).getByText('Prefers mornings')).toHaveCount(1);
    await expect(add).not.toHaveAttribute('aria-busy');
    await page.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings');
    await add.click();
    await expect(timeline(page).getByText('Prefers mornings')).toHaveCount(2);
  });
});

test.describe('page of a lead', () => {
  test('opens from the list, keeps its filter, and goes to its neighbors, also when it no longer matches', async ({
    page,
    server,
  }) => {
    for (const companyName of ['Pageturn Three', 'Pageturn Two', 'Pageturn One'])
      await createLead(server, { companyName });
    await page.goto('/admin?tab=leads&q=pageturn');
    await page.getByRole('link', { name: 'Pageturn One' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Pageturn One');
    await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
    await page.keyboard.press('j');
    await expect(heading).toHaveText('Pageturn Two');
    await page.getByRole('link', { name: 'Next lead' }).click();
    await expect(heading).toHaveText('Pageturn Three');
    await expect(page.getByRole('button', { name: 'Next lead' })).toBeDisabled();
    await page.keyboard.press('k');
    await expect(heading).toHaveText('Pageturn Two');
    await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
    await expect(page).toHaveURL('/admin?tab=leads&q=pageturn');
    await expect(page.getByRole('link', { name: 'Pageturn One' })).toBeVisible();

    await page.goto('/admin?tab=leads&q=pageturn&status=new');
    await page.getByRole('link', { name: 'Pageturn Two' }).click();
    await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'contacted' }).click();
    await expect(page.getByText('2 of 3', { exact: true })).toBeHidden();
    await page.getByRole('link', { name: 'Next lead' }).click();
    await expect(heading).toHaveText('Pageturn Three');
    await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Previous lead' }).click();
    await expect(heading).toHaveText('Pageturn One');
  });

  test('offers no call to a text that is no phone number, which can be corrected, and shows that in the timeline', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, { companyName: 'Mistyped', phone: 'call me maybe' });
    await expect(page.getByText('call me maybe')).toBeVisible();
    await expect(page.locator('a[href^="tel:"], a[href^="sms:"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit facts' }).click();
    const form = page.getByRole('form', { name: 'Edit facts' });
    await form.getByLabel('Email').fill('not an address');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await form.getByLabel('Email').fill('olga@mistyped.example');
    await form.getByLabel('Phone').fill('512 555 0199');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(timeline(page)).toContainText('Phone: “call me maybe” is now “512 555 0199”');
    await expect(page.getByRole('link', { name: 'olga@mistyped.example' })).toBeVisible();
  });

  test('lists the people of the shortlist, each with a link to their form', async ({
    page,
    server,
  }) => {
    const { body } = await server.api.get('/api/talents');
    const [talent] = body as { name: string; title: string }[];
    if (!talent) throw new Error('There is no demo content.');
    await openLeadPage(page, server, {
      companyName: 'Has Favorites',
      message: `Shortlist: ${talent.name} (${talent.title})\nWe need two.`,
    });
    const shortlist = page.getByRole('region', { name: 'Shortlist' });
    const person = shortlist.getByRole('link', { name: talent.name });
    // Before the talents are loaded, it leads to their list.
    await expect(person).toHaveAttribute('href', /item=/);
    await person.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(talent.name);
    await expect(page).toHaveURL('/admin?tab=talents');
  });

  test('opens in place of a merged inquiry, until the two are separated', async ({
    page,
    server,
  }) => {
    const kept = await createLead(server, { companyName: 'Front Desk' });
    const merged = await createLead(server, { companyName: 'Back Office' }, 'contacted');
    await server.api.post('/api/leads/merge', { keepId: kept.id, otherId: merged.id });
    await page.goto(`/admin/leads/${merged.id}?status=new`);
    await expect(page).toHaveURL(`/admin/leads/${kept.id}?status=new`);
    await expect(page.getByRole('heading', { name: 'Front Desk', level: 1 })).toBeVisible();
    const stages = page.getByRole('group', { name: 'Status' });
    await expect(stages.getByRole('button', { pressed: true })).toHaveText(/^new\s*for /);
    await page.getByRole('button', { name: 'Undo the merge with Back Office' }).click();
    await page.getByRole('link', { name: /Back Office$/ }).click();
    await expect(page.getByRole('heading', { name: 'Back Office', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`/admin/leads/${merged.id}?status=new`);
  });

  test('marks a lead as spam and back, deletes it with Undo, and exports its person', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, {
      companyName: 'Comes And Goes',
      email: 'comes@goes.example',
    });
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Mark as spam' }).click();
    await expect(page.getByText('Suspected spam: you marked it.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call \+/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Not spam' }).click();
    await expect(page.getByRole('link', { name: /^Call \+/ }).first()).toBeVisible();

    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Deleted successfully');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('rowheader', { name: 'Comes And Goes' })).toBeVisible();

    await page.getByRole('link', { name: 'Comes And Goes' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as JSON' }).click();
    const download = await downloaded;
    expect(download.url()).not.toContain('goes.example');
    expect(await readFile(await download.path(), 'utf8')).toContain('comes@goes.example');
  });

  test.describe('whose person is erased, which fails at first', () => {
    test.use({ allowErrors: /status of 500/ });

    test('says so each time, although the dialog was closed meanwhile', async ({
      page,
      server,
    }) => {
      const lead = { companyName: 'Slowly Erased', email: 'slowly@erased.example' };
      const { id } = await openLeadPage(page, server, lead);
      const eraseAndClose = async (answer: (route: Route) => Promise<void>) => {
        const { promise, resolve } = createDeferred();
        await page.route('**/privacy/erase', async (route) => {
          await promise;
          await answer(route);
        });
        await page.getByRole('button', { name: 'Erase' }).click();
        await page.getByRole('button', { name: 'Erase for good' }).click();
        await expect(page.getByRole('button', { name: 'Erasing...' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('alertdialog')).toHaveCount(0);
        resolve();
      };
      await eraseAndClose((route) => route.fulfill({ status: 500 }));
      await expect(toast(page)).toContainText('Something went wrong. Please try again.');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await eraseAndClose((route) => route.continue());
      const report = page.getByRole('dialog', { name: 'Erased' });
      await expect(report).toContainText('1 inquiry');
      expect((await server.api.get(`/api/leads/${id}`)).status).toBe(404);
      await report.locator('[data-part=footer]').getByRole('button', { name: 'Close' }).click();
      await expect(page).toHaveURL('/admin?tab=leads');
      await expect(page.getByRole('link', { name: 'Slowly Erased' })).toHaveCount(0);
    });
  });

  test.describe('that is the last one loaded, when the next page of the list fails', () => {
    test.use({ allowErrors: /status of 503/ });

    test('requests that page only once', async ({ page, server }) => {
      const { id } = await createLead(server, { companyName: 'Last One Loaded' });
      let requests = 0;
      await page.route('**/api/leads?*', async (route) => {
        if (route.request().url().includes('cursor')) {
          requests += 1;
          return route.fulfill({ status: 503 });
        }
        const response = await route.fetch();
        const headers = { ...response.headers(), link: '</api/leads?cursor=a>; rel="next"' };
        return route.fulfill({ response, headers });
      });
      await page.goto(`/admin/leads/${id}?q=last+one`);
      await expect.poll(() => requests).toBe(1);
      await page.waitForLoadState('networkidle');
      expect(requests).toBe(1);
    });
  });

  test.describe('of a lead that does not exist', () => {
    test.use({ allowErrors: /status of 404/ });

    test('says that the lead is gone', async ({ page }) => {
      await page.goto('/admin/leads/nobody');
      await expect(page.getByRole('heading', { name: 'This lead is gone' })).toBeVisible();
    });
  });

  test('has no axe violations, also with its dialogs, and fits 320 px', async ({
    page,
    server,
  }) => {
    const lead = { companyName: 'Looked At Closely', plan: samplePlan };
    const { id } = await createLead(server, lead, 'contacted');
    const nextStep = { text: 'Send the proposal', dueAt: '2031-03-04T14:30:00Z' };
    await server.api.patch(`/api/leads/${id}`, { nextStep });
    await page.goto(`/admin/leads/${id}`);
    await expect(timeline(page).getByText('Inquiry', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Plan/ })).toBeVisible();
    await expectNoViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await measureOverhang(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const key of ['c', 't', '?']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page, { within: '[data-dialog]' });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Mail', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Open in my mail program' })).toHaveAttribute(
      'href',
      /^mailto:olga@haldenskin\.example\?subject=/,
    );
    await expectNoViolations(page, { within: '[data-dialog]' });
  });
});

test.describe('facts of a lead that someone else changes meanwhile', () => {
  test.use({ allowErrors: /status of 412/ });

  test('are saved without asking, unless both changed the same one, of which the owner chooses', async ({
    page,
    server,
  }) => {
    const { id } = await openLeadPage(page, server, { companyName: 'Moved On', industry: null });
    const form = page.getByRole('form', { name: 'Edit facts' });
    await page.getByRole('button', { name: 'Edit facts' }).click();
    await form.getByLabel('Company').fill('Moved Further');
    await server.api.patch(`/api/leads/${id}`, { status: 'contacted' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    expect((await server.api.get(`/api/leads/${id}`)).body).toMatchObject({
      companyName: 'Moved Further',
      status: 'contacted',
    });

    await page.getByRole('button', { name: 'Edit facts' }).click();
    await form.getByLabel('Company').fill('Mine');
    await form.getByLabel('Phone').fill('512 555 0199');
    await server.api.patch(`/api/leads/${id}`, { companyName: 'Theirs', industry: 'Fitness' });
    await form.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: /^Someone else changed this lead/ });
    await expect(conflict.getByRole('group')).toHaveCount(1);
    const company = conflict.getByRole('group', { name: 'Company' });
    await expect(company).toContainText('Theirs');
    await expect(company).toContainText('Mine');
    await expectNoViolations(page, { within: '[data-dialog]' });
    await company.getByLabel('Take theirs').check();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(form).toBeHidden();
    expect((await server.api.get(`/api/leads/${id}`)).body).toMatchObject({
      companyName: 'Theirs',
      phone: '512 555 0199',
      industry: 'Fitness',
    });
  });
});
