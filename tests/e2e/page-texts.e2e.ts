import type { Locator, Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdNextResponse, holdRequests } from './hold-requests';
import { toast, visit } from './lead-form';
import { openBlock, patchPage } from './page-blocks';
import { waitForIdle } from './wait-for-idle';

/** A wide logo with transparency, and a script that must not run. */
const svgLogo = {
  name: 'halden.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><script>alert(1)</script><circle cx="20" cy="20" r="20"/></svg>',
  ),
};

async function save(page: Page, form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();
  await expect(toast(page)).toContainText('Page saved');
}

test.describe('texts of the pages', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('the hero shows the saved headline, buttons, hours and shifts, which must be within its day', async ({
    page,
  }) => {
    const form = await openBlock(page, 'Home page', 'Hero');
    await expectNoViolations(page, { within: dialogSelector });
    await form.getByLabel('and ends').selectOption('10 am');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(form.getByText('Choose a day of 4 to 18 hours')).toBeVisible();
    await form.getByLabel('Headline, first line').fill('No desk');
    await form.getByLabel('Second line, in the yellow bar').fill('left alone.');
    await form.getByLabel('First button opens').selectOption('The inquiry form');
    await form.getByLabel('Your day starts').selectOption('9 am');
    await form.getByLabel('and ends').selectOption('5 pm');
    await form.getByRole('button', { name: 'Add a shift' }).click();
    await form.getByLabel('Person').selectOption({ index: 2 });
    await form.getByLabel('Desk').fill('Bookings');
    await save(page, form);
    await visit(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('No desk left alone.');
    await expect(
      page.getByRole('figure', { name: /^A day at one location, 9 am to 5 pm/ }),
    ).toBeVisible();
    await expect(page.getByText('Bookings', { exact: true })).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Book Discovery Call' }).click();
    await expect(page.getByRole('dialog', { name: /^Get Started/ })).toBeVisible();
  });

  test('a shift of the hero names its person, also one who was taken down', async ({
    page,
    server,
  }) => {
    const [talent] = (await server.api.get('/api/talents')).body as { id: string; name: string }[];
    const path = `/api/talents/${talent?.id}`;
    const shift = { desk: 'Phones', talentId: talent?.id, from: 12, to: 14 };
    await patchPage(server, 'home', { hero: { shifts: [shift] } });
    await server.api.patch(path, { state: 'draft' });
    const form = await openBlock(page, 'Home page', 'Hero');
    await expect(form.getByLabel('Person').locator('option:checked')).toHaveText(
      `${talent?.name}, not on the site`,
    );
    await server.api.patch(path, { state: 'published' });
  });

  test('an SVG logo is rendered to pixels and shown on the home page', async ({ page }) => {
    const form = await openBlock(page, 'Home page', 'Client logos');
    await expectNoViolations(page, { within: dialogSelector });
    await form.getByLabel('Title').fill('They sleep well');
    await form.getByRole('button', { name: 'Add a logo' }).click();
    await form.locator('input[type=file]').setInputFiles(svgLogo);
    await expect(toast(page)).toContainText('Logo uploaded');
    await form.getByLabel('Client’s name').fill('Halden Spa');
    await save(page, form);
    await page.goto('/');
    const logo = page.getByRole('img', { name: 'Halden Spa', exact: true });
    await expect(logo).toHaveJSProperty('complete', true);
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      100,
    );
    await expect(page.getByText('They sleep well')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Halden Spa');
  });

  test('a logo that is removed during its upload ends it, and leaves the other logos as they are', async ({
    page,
    server,
  }) => {
    await patchPage(server, 'home', { logos: { title: 'Clients', items: [] } });
    const form = await openBlock(page, 'Home page', 'Client logos');
    const addLogo = form.getByRole('button', { name: 'Add a logo' });
    await addLogo.click();
    await addLogo.click();
    await form.locator('input[type=file]').last().setInputFiles(svgLogo);
    await expect(toast(page)).toContainText('Logo uploaded');
    await form.getByLabel('Client’s name').last().fill('Second');

    await holdRequests(page, '**/api/objects/upload*');
    await form.locator('input[type=file]').first().setInputFiles(svgLogo);
    await expect(form.getByRole('progressbar')).toBeVisible();
    await form.getByRole('button', { name: 'Remove logo 1' }).click();
    await expect(addLogo).toBeFocused();
    await expect(form.getByLabel('Client’s name')).toHaveValue('Second');
    await expect(form.getByRole('progressbar')).toHaveCount(0);
    await addLogo.click();
    await form.locator('input[type=file]').last().setInputFiles(svgLogo);
    await expect(form.getByRole('progressbar')).toBeVisible();
    await form.getByRole('button', { name: 'Remove logo 2' }).click();
    await save(page, form);
  });

  test('the home page shows its sections in the saved order, without one that is turned off', async ({
    page,
  }) => {
    const form = await openBlock(page, 'Home page', 'Order of the sections');
    await expectNoViolations(page, { within: dialogSelector });
    await form.getByRole('switch', { name: 'Case studies' }).click();
    await form.getByRole('button', { name: 'Move Packages up' }).click();
    await form.getByRole('button', { name: 'Move Packages up' }).click();
    await save(page, form);
    await page.goto('/');
    const ids = page.locator('main section[id]');
    expect(await ids.evaluateAll((sections) => sections.map(({ id }) => id))).toEqual([
      'pricing',
      'talent',
      'contact',
    ]);
    await expect(page.getByRole('link', { name: 'Case Studies' })).toHaveCount(0);
  });

  const blocks = [
    ['Talent', { Title: 'Our people', Introduction: 'All of them' }, ['Our people', 'All of them']],
    ['Packages', { Title: 'What it costs' }, ['What it costs']],
    ['Contact', { Title: 'Call us', Note: 'We answer today' }, ['Call us', 'We answer today']],
    [
      'Footer',
      { Text: 'Staff for salons', Industries: 'Salons\nSpas' },
      ['Staff for salons', 'Spas'],
    ],
    ['Search and sharing', { 'Title in search results': 'Salon staff' }, []],
  ] as const;

  test('the home page shows the saved texts of its blocks, and the announcement bar when it is turned on', async ({
    page,
  }) => {
    for (const [block, fields] of blocks) {
      const form = await openBlock(page, 'Home page', block);
      if (block === 'Search and sharing')
        await expectNoViolations(page, { within: dialogSelector });
      for (const [label, text] of Object.entries(fields)) {
        await form.getByRole('textbox', { name: label }).first().fill(text);
      }
      await save(page, form);
    }
    const announcement = await openBlock(page, 'Home page', 'Announcement bar');
    await announcement.getByLabel('Text').fill('Closed on Monday');
    await announcement.getByRole('switch', { name: 'Show it' }).click();
    await save(page, announcement);
    await page.goto('/');
    await expect(page).toHaveTitle('Salon staff');
    await expect(page.getByText('Closed on Monday')).toBeVisible();
    for (const [, , texts] of blocks) {
      for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
    }
  });

  test('the standard privacy text can be taken over, edited, and shown again', async ({ page }) => {
    const form = await openBlock(page, 'Privacy page', 'Privacy text');
    await form.getByRole('button', { name: 'Start from the standard text' }).click();
    const text = form.getByRole('textbox', { name: /^Text/ });
    await expect(text).toHaveValue(/^## What we store/);
    const standard = await text.inputValue();
    await text.fill(standard.replace('## What we store', '## What stays with us'));
    await save(page, form);
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { name: 'What stays with us' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Have it deleted' })).toBeVisible();
    const again = await openBlock(page, 'Privacy page', 'Privacy text');
    await again.getByRole('button', { name: 'Use the standard text' }).click();
    await expect(again).toBeHidden();
    await page.goto('/privacy');
    await expect(page.getByRole('heading', { name: 'What we store' })).toBeVisible();
  });

  test.describe('when the session has ended', () => {
    test.use({ allowErrors: /status of 401/ });

    test('the standard privacy text is taken over after the sign-in', async ({ page, server }) => {
      const form = await openBlock(page, 'Privacy page', 'Privacy text');
      await page.context().clearCookies();
      await form.getByRole('button', { name: 'Start from the standard text' }).click();
      const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
      await signIn.getByLabel('Password').fill(server.adminPassword);
      await signIn.getByRole('button', { name: 'Login' }).click();
      await expect(form.getByRole('textbox', { name: /^Text/ })).toHaveValue(/^## What we store/);
    });
  });

  test('the standard text asks before it replaces what is typed', async ({ page, server }) => {
    await patchPage(server, 'home', { contact: { title: 'Saved title' } });
    const form = await openBlock(page, 'Home page', 'Contact');
    const reset = form.getByRole('button', { name: 'Use the standard text' });
    const question = page.getByRole('alertdialog', { name: 'Use the standard text?' });
    await form.getByLabel('Title').fill('Half a sentence');
    await reset.click();
    await expect(question).toContainText('Your changes in this form will be lost.');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(form.getByLabel('Title')).toHaveValue('Half a sentence');
    await reset.click();
    await question.getByRole('button', { name: 'Use the standard text' }).click();
    await expect(form).toBeHidden();
    await page.goto('/');
    await expect(page.getByText('Saved title')).toHaveCount(0);
  });

  test('the standard privacy text that arrives late does not replace what was typed meanwhile', async ({
    page,
  }) => {
    const form = await openBlock(page, 'Privacy page', 'Privacy text');
    const standard = await holdNextResponse(page, '**/api/pages/privacy/standard-text');
    await form.getByRole('button', { name: 'Start from the standard text' }).click();
    await standard.read;
    const text = form.getByRole('textbox', { name: /^Text/ });
    await text.fill('Half a sentence');
    await standard.release();
    await waitForIdle(page);
    await expect(text).toHaveValue('Half a sentence');
  });

  test('a navigation in the browser loads the texts before it shows the page', async ({
    page,
    server,
  }) => {
    await patchPage(server, 'talent', {
      header: { title: 'People we trust' },
      seo: { title: 'All people' },
    });
    await page.goto('/privacy');
    await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('People we trust');
    await expect(page).toHaveTitle('All people');
  });

  test('an earlier version of a block is restored from the history', async ({ page, server }) => {
    await patchPage(server, 'home', { pricing: { title: 'First title' } });
    await patchPage(server, 'home', { pricing: { title: 'Second title' } });
    const form = await openBlock(page, 'Home page', 'Packages');
    await form.getByText('History', { exact: true }).click();
    await form
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page)).toContainText('Version restored');
    await expect(form).toBeHidden();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'First title' })).toBeVisible();
  });
});
