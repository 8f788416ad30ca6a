import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures';
import { fetchStoredLeads, openForm, sendForm, visit } from './lead-form';

// The user agent of a headless browser counts as a bot.
test.use({
  sharedSite: 'demo content',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
});

/** Collects the funnel steps that the page reports to the server. */
function collectReports(page: Page): { steps: string[]; source?: string }[] {
  const all: { steps: string[]; source?: string }[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/api/funnel')) all.push(request.postDataJSON());
  });
  return all;
}

test.describe('funnel tracking', () => {
  test('sends and loads nothing before the visitor interacts with the page', async ({ page }) => {
    const reported = collectReports(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visit(page, '/');
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => /\/(visit|touch|attribution)/.test(url))).toEqual([]);
    expect(reported).toEqual([]);
    await page.mouse.move(100, 100);
    await expect.poll(() => reported).toEqual([{ steps: ['visit'] }]);
  });

  test('reports each step of a visit once, with its source, and stores the campaign with the lead', async ({
    page,
    server,
  }) => {
    const reported = collectReports(page);
    await page.goto('/?utm_source=Spring Flyer&utm_medium=print&gclid=abc');
    await visit(page, '/talent');
    await page.mouse.move(100, 100);
    await expect.poll(() => reported.length).toBe(1);
    await visit(page, '/?utm_source=Spring Flyer&utm_medium=print&gclid=abc');
    await page.mouse.move(120, 120);
    await sendForm(page, 'Flyer Reader', 'Select Full PM');
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await openForm(page);
    const steps = reported.flatMap((report) => report.steps);
    expect(steps).toEqual(['visit', 'package', 'form_1', 'form_2', 'form_3']);
    expect(reported.at(-1)?.source).toBe('spring flyer');

    const [lead] = await fetchStoredLeads(server, 'Flyer Reader');
    expect(lead?.attribution?.last).toMatchObject({
      landing: '/',
      campaign: { utm_source: 'Spring Flyer', utm_medium: 'print', gclid: 'abc' },
    });
    expect(lead?.consent).toBeNull();
  });

  test('keeps the campaign of the first visit beside that of the last one', async ({
    page,
    server,
  }) => {
    await visit(page, '/talent?utm_source=first');
    let moves = 100;
    // Each poll moves the mouse, because attribution is stored after the first interaction.
    const readAttribution = async () => {
      moves += 1;
      await page.mouse.move(moves, moves);
      return page.evaluate(() => localStorage.getItem('attribution') ?? '');
    };
    await expect.poll(readAttribution).toContain('first');
    await visit(page, '/?utm_source=second');
    await expect.poll(readAttribution).toContain('second');
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

  test('shows the owner the funnel, the sources, and where a lead came from', async ({
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
    const visitorPage = await visitor.newPage();
    await visit(visitorPage, '/?utm_source=fair');
    await sendForm(visitorPage, 'Met at a Fair');
    await visitor.close();

    await signIn();
    await page.goto('/admin?tab=overview');
    const steps = page.getByRole('table', { name: 'Steps from visit to payment' });
    await expect(steps.getByRole('row', { name: /^Inquiries/ })).toBeVisible();
    const fair = page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: /^fair/ });
    await expect(fair.getByRole('cell')).toHaveText(['1', '1', '100%', '0', '0']);
    await page.getByRole('radio', { name: '90 days' }).check();
    await expect(page.getByRole('radio', { name: '90 days' })).toBeChecked();
    await expect(page.getByRole('img', { name: 'Visits and inquiries per day' })).toBeVisible();

    await page.goto('/admin?tab=leads');
    await page.getByRole('button', { name: 'Edit Met at a Fair' }).first().click();
    await expect(page.getByRole('dialog')).toContainText(/Source\s*fair, to \//);
    expect(context.pages()).toHaveLength(1);
  });
});
