import type { Page } from '@playwright/test';
import { encodePlan } from '../../src/cover/encode-plan';
import { everySize, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { visit } from './lead-form';

// The user agent of a headless browser counts as a bot.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const browser = {
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
  'user-agent': userAgent,
};

/** Reports plans as the page does when visitors leave it. */
async function reportPlans(url: string, count: number, days: number[], from: string, to: string) {
  const hours = days.map((day) => ({ day, from, to }));
  const desks = [{ name: 'Front desk', tools: [], languages: [], hours }];
  const code = encodePlan({ timeZone: 'America/New_York', open: [], desks });
  for (let index = 0; index < count; index += 1) {
    const id = `view-${days.join('')}-${from}-${index}`.replaceAll(':', '').padEnd(20, '-');
    const body = JSON.stringify({ id, code });
    const response = await fetch(`${url}/api/cover/demand`, {
      method: 'POST',
      headers: browser,
      body,
    });
    expect(response.status).toBe(204);
  }
}

const getTable = (page: Page) => page.getByRole('table', { name: /^Plans that asked/ });

/**
 * Hides the page, as another tab in front of it does, until it is shown again. Not by leaving it:
 * what a page sends then has the user agent of the headless browser.
 */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    const state = { configurable: true, value: 'hidden' };
    if (hidden) Object.defineProperty(document, 'visibilityState', state);
    else Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test.describe('hours asked for', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('are shown once a plan has been counted, with how many asked for each hour, and the hours that nobody covers', async ({
    page,
    server,
  }) => {
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'From visit to inquiry' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Hours asked for' })).toHaveCount(0);
    await server.api.signIn();
    for (const { id } of (await server.api.get('/api/talents')).body as { id: string }[]) {
      const hours = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }));
      const change = { hours, timeZone: 'America/New_York', status: 'available' };
      await server.api.patch(`/api/talents/${id}`, change);
    }
    await reportPlans(server.url, 3, [1, 2], '12:00', '14:00');
    await reportPlans(server.url, 2, [2, 6], '16:00', '19:00');
    await page.reload();
    const table = getTable(page);
    const tuesday = table.getByRole('row', { name: /Tuesday/ }).getByRole('cell');
    await expect(tuesday).toHaveCount(12);
    const texts = ['3 asked, 3 covered', '3 asked, 3 covered', '', '', '2 asked, 2 covered'];
    await expect(tuesday).toHaveText([
      '',
      '',
      '',
      '',
      ...texts,
      ...Array(2).fill('2 asked, 0 covered'),
      '',
    ]);
    const demand = '[aria-labelledby=demand-heading]';
    const section = page.locator(demand);
    await expect(section).toContainText('24 hours asked for, 14 covered');
    await expect(section.getByRole('listitem')).toHaveText([
      /Saturday, 4 pm to 7 pm\s*6 asked, none covered/,
      /Tuesday, 5 pm to 7 pm\s*4 asked, none covered/,
    ]);
    await expectNoViolations(page, { within: demand, sizes: everySize });
    await section.getByRole('button', { name: 'Show as a table' }).click();
    await expect(tuesday.nth(4)).toContainText('3 3');
    await expectNoViolations(page, { within: demand, sizes: everySize });
    await section.getByRole('radio', { name: '7 days' }).check();
    await expect(section).toContainText('24 hours asked for, 14 covered');
    await page.setViewportSize({ width: 320, height: 640 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});

test.describe('a plan that a visitor leaves', () => {
  test.use({ userAgent });

  test('counts once, with its last hours, however often the page was hidden', async ({
    page,
    server,
  }) => {
    await server.api.signIn();
    const listWednesday = async () => {
      const { body } = await server.api.get('/api/cover/demand/7');
      const { hours } = body as { hours: { weekday: number; hour: number; asked: number }[] };
      return hours.flatMap(({ weekday, hour, asked }) =>
        weekday === 3 ? `${hour}: ${asked}` : [],
      );
    };
    const preset = (name: string) => page.getByRole('button', { name, exact: true });
    await visit(page, '/cover');
    await preset('Lunch').click();
    await setHidden(page, true);
    await expect.poll(listWednesday).toEqual(['12: 1', '13: 1']);
    await setHidden(page, false);
    await preset('Lunch').click();
    await preset('After 5').click();
    await setHidden(page, true);
    await expect.poll(listWednesday).toEqual(['17: 1', '18: 1', '19: 1']);
  });
});
