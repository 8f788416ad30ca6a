import { describe, expect, it } from 'vitest';
import { sizes, useSite } from './site';

// The other tests rely on the browser's reports. This one verifies that there are any.
const site = useSite(sizes.desktop, {}, /./);

describe('reports of the browser', () => {
  it.each<[string, () => void]>([
    ['a console error', () => console.error('console-sample')],
    ['a console warning', () => console.warn('console-sample')],
    [
      'an uncaught error',
      () =>
        void setTimeout(() => {
          throw new Error('console-sample');
        }),
    ],
    ['an unhandled rejection', () => void Promise.reject(new Error('console-sample'))],
    ['a failed request', () => void fetch('/api/console-sample')],
    [
      'a violation of the Content-Security-Policy',
      () => {
        new Image().src = 'http://console-sample.example/';
      },
    ],
  ])('include %s', async (_, cause) => {
    const { page } = site;
    await page.open('/privacy');
    await page.run(cause);
    await page.waitUntil('a report', async () =>
      page.browser.messages.some((text) => text.includes('console-sample')),
    );
    expect(page.browser.messages).toHaveLength(1);
  });
});
