import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  openForm,
  submit,
  thankYouDialog,
  visit,
} from './lead-form';

// The browser under test says that it is without a head, and so counts as a bot.
test.use({
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

/** What is reported to the server, as it happens. */
function reports(page: Page): { steps: string[]; source?: string }[] {
  const all: { steps: string[]; source?: string }[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/funnel')) all.push(request.postDataJSON());
  });
  return all;
}

test('nothing is counted, nor fetched for it, before somebody is there', async ({ page }) => {
  const told = reports(page);
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(files.filter((url) => /\/(visit|touch|attribution)/.test(url))).toEqual([]);
  expect(told).toEqual([]);
  await page.mouse.move(100, 100);
  await expect.poll(() => told).toEqual([{ steps: ['visit'] }]);
});

test('each step of a visit is reported once, with where it came from', async ({ page, server }) => {
  const told = reports(page);
  await page.goto('/?utm_source=Spring Flyer&utm_medium=print&gclid=abc');
  await visit(page, '/talent');
  await page.mouse.move(100, 100);
  await expect.poll(() => told.length).toBe(1);
  await visit(page, '/?utm_source=Spring Flyer&utm_medium=print&gclid=abc');
  await page.mouse.move(120, 120);
  await page.getByRole('button', { name: 'Select Full PM' }).click();
  const form = leadForm(page);
  await fillToLastStep(form, 'Flyer Reader');
  await submit(form);
  await expect(thankYouDialog(page)).toBeVisible();
  await page.getByRole('button', { name: "We'll Contact You" }).click();
  await openForm(page);
  const steps = told.flatMap((one) => one.steps);
  expect(steps).toEqual(['visit', 'package', 'form_1', 'form_2', 'form_3']);
  expect(told.at(-1)?.source).toBe('spring flyer');

  const [lead] = await fetchStoredLeads(server, 'Flyer Reader');
  expect(lead?.attribution?.last).toMatchObject({
    landing: '/',
    campaign: { utm_source: 'Spring Flyer', utm_medium: 'print', gclid: 'abc' },
  });
  expect(lead?.consent).toBeNull();
});

test('where a visitor first came from outlasts later visits', async ({ page, server }) => {
  await visit(page, '/talent?utm_source=first');
  let moves = 100;
  // Until it is noticed that somebody is there.
  const kept = async () => {
    moves += 1;
    await page.mouse.move(moves, moves);
    return page.evaluate(() => localStorage.getItem('attribution') ?? '');
  };
  await expect.poll(kept).toContain('first');
  await visit(page, '/?utm_source=second');
  await expect.poll(kept).toContain('second');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Browse Talent' }).click();
  await expect(page).toHaveURL(/\/talent$/);
  await visit(page, '/enquiry');
  await page.getByLabel('Company name').fill('Came Back');
  await page.getByLabel('Your name').fill('Olga Brenner');
  await page.getByLabel('Email').fill('olga@haldenskin.example');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  const [lead] = await fetchStoredLeads(server, 'Came Back');
  expect(lead?.attribution).toMatchObject({
    first: { landing: '/talent', campaign: { utm_source: 'first' } },
    last: { landing: '/', campaign: { utm_source: 'second' } },
  });
});

test('the owner sees how many came and how far they got, and where a lead came from', async ({
  page,
  context,
  server,
  signIn,
  browser,
}) => {
  const visitor = await browser.newContext({
    baseURL: server.url,
    userAgent: await page.evaluate(() => navigator.userAgent),
  });
  const theirs = await visitor.newPage();
  await visit(theirs, '/?utm_source=fair');
  const form = await openForm(theirs);
  await fillToLastStep(form, 'Met at a Fair');
  await submit(form);
  await expect(thankYouDialog(theirs)).toBeVisible();
  await visitor.close();

  await signIn();
  await page.goto('/admin?tab=overview');
  const steps = page.getByRole('table', { name: 'Steps from visit to payment' });
  await expect(steps.getByRole('row', { name: /^Enquiries/ })).toBeVisible();
  const fair = page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: /^fair/ });
  await expect(fair.getByRole('cell')).toHaveText(['1', '1', '100%', '0', '0']);
  await page.getByRole('radio', { name: '90 days' }).check();
  await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
  await expect(page.getByRole('img', { name: 'Visits and enquiries of each day' })).toBeVisible();

  await page.goto('/admin?tab=leads');
  await page.getByRole('button', { name: 'Edit Met at a Fair' }).first().click();
  await expect(page.getByRole('dialog')).toContainText(/Came from\s*fair, to \//);
  expect(context.pages()).toHaveLength(1);
});
