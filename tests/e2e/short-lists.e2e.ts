import { adminList, getRows, openList } from './admin-lists';
import { expect, test } from './fixtures';

test.use({ sharedSite: 'own lists' });

const stats = adminList('stats');
const formatName = (place: number) => `Number ${place}`;
const makeNames = (count: number) =>
  Array.from({ length: count }, (_, index) => formatName(index + 1));

test.beforeEach(({ signIn }) => signIn());

test.describe('admin list with fewer than 100 rows', () => {
  test('renders all rows, so that the browser can find and print them', async ({
    page,
    server,
  }) => {
    await openList(page, server, stats, makeNames(99));
    await expect(getRows(page, stats)).toHaveCount(99);
    await expect(getRows(page, stats).last()).toContainText(formatName(99));
    const isFound = await page.evaluate(
      (text) => (window as unknown as { find: (text: string) => boolean }).find(text),
      formatName(99),
    );
    expect(isFound).toBe(true);
  });
});

test.describe('admin list with 100 rows or more', () => {
  test('renders only the rows near the viewport, and all of them for printing', async ({
    page,
    server,
  }) => {
    await openList(page, server, stats, makeNames(140));
    await expect(page.getByText('140 stats')).toBeVisible();
    expect(await getRows(page, stats).count()).toBeLessThan(60);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    expect(await getRows(page, stats).count()).toBe(140);
    const tops = await getRows(page, stats).evaluateAll((rows) =>
      rows.map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
    );
    for (const [index, [top = 0]] of tops.entries()) {
      const [, before = 0] = tops[index - 1] ?? [];
      if (index > 0) expect(top).toBeGreaterThanOrEqual(before - 1);
    }
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expect.poll(() => getRows(page, stats).count()).toBeLessThan(60);
  });
});
