import { sampleItems } from '../support/samples';
import { adminList, getRows, openList } from './admin-lists';
import { expect, test } from './fixtures';

test.use({ sharedSite: 'own lists' });

const stats = adminList('stats');
const formatName = (place: number) => `Number ${place}`;

test.beforeEach(({ signIn }) => signIn());

test('admin list renders all of 99 rows, so that the browser can find and print them, and of more only those near the viewport, but all of them for printing', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: 99 }, (_, index) => formatName(index + 1));
  await openList(page, server, stats, names);
  await expect(getRows(page, stats)).toHaveCount(99);
  await expect(getRows(page, stats).last()).toContainText(formatName(99));
  const isFound = await page.evaluate(
    (text) => (window as unknown as { find: (text: string) => boolean }).find(text),
    formatName(99),
  );
  expect(isFound).toBe(true);

  await server.api.post('/api/stats', { ...sampleItems.stats, label: formatName(100) });
  await page.reload();
  await expect(page.getByText('100 stats')).toBeVisible();
  expect(await getRows(page, stats).count()).toBeLessThan(60);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await getRows(page, stats).count()).toBe(100);
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
