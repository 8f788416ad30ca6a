import { budget, measuredViewport, measureResources, sumBytes } from '../support/page-weight';
import { measureReactBaseline } from '../support/react-baseline';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';

test.use({ sharedSite: 'demo content', viewport: measuredViewport });

/** Requests a page until its Brotli representation is cached. */
const waitForBrotli = (url: string) =>
  expect
    .poll(async () => {
      const response = await fetch(url, { headers: { 'accept-encoding': 'br' } });
      await response.arrayBuffer();
      return response.headers.get('content-encoding');
    })
    .toBe('br');

test.describe('page weight', () => {
  for (const path of ['/', '/talent']) {
    test(`${path} stays within its budget of bytes and requests`, async ({ page, server }) => {
      const url = server.url + path;
      await waitForBrotli(url);
      const fetched = await measureResources(page, url);
      expect(fetched.length, 'requests').toBeLessThanOrEqual(budget.requests);
      const origins = new Set(fetched.map((file) => new URL(file.url).origin));
      expect([...origins]).toEqual([new URL(server.url).origin]);

      const floor = await measureReactBaseline();
      expect(sumBytes(fetched, 'JS') / floor, 'JavaScript, of React alone').toBeLessThanOrEqual(
        budget.reactRatio,
      );
      for (const kind of ['HTML', 'CSS', 'fonts'] as const) {
        expect(sumBytes(fetched, kind), kind).toBeLessThanOrEqual(budget[kind]);
      }
    });
  }

  test('/cover loads at most 20 kB more than the home page', async ({ browser, server }) => {
    /** Measures what a page loads besides pictures and fonts, with an empty cache. */
    const measure = async (path: string) => {
      const url = server.url + path;
      await waitForBrotli(url);
      const context = await browser.newContext({ viewport: measuredViewport });
      const fetched = await measureResources(await context.newPage(), url);
      await context.close();
      return (['HTML', 'CSS', 'JS'] as const).reduce(
        (sum, kind) => sum + sumBytes(fetched, kind),
        0,
      );
    };
    expect((await measure('/cover')) - (await measure('/'))).toBeLessThanOrEqual(20_000);
  });

  test('/enquiry loads at most 9 scripts and 1.42 times the bytes of React alone', async ({
    page,
    server,
  }) => {
    const scripts = (await measureResources(page, `${server.url}/enquiry`)).filter(
      ({ kind }) => kind === 'JS',
    );
    expect(scripts.length).toBeLessThanOrEqual(9);
    expect(sumBytes(scripts, 'JS') / (await measureReactBaseline())).toBeLessThanOrEqual(1.42);
  });

  test('the home page requests React only after the styles that block the first paint', async ({
    page,
    server,
  }) => {
    const releaseStyles = await holdRequests(page, '**/*.css');
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(server.url, { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeAttached();
    expect(scripts).toHaveLength(1);
    releaseStyles();
    await expect.poll(() => scripts.length).toBeGreaterThan(2);
  });
});
