import { describe, expect, it } from 'vitest';
import { serve } from '../support/http-server';
import { useSite } from './site';

// The other tests rely on the browser's reports. This one verifies that there are any.
const site = useSite({}, /./);

describe('reports of the browser', () => {
  it.each([
    ['a console error', `console.error('console-sample')`],
    ['a console warning', `console.warn('console-sample')`],
    ['an uncaught error', `throw new Error('console-sample')`],
    ['an unhandled rejection', `Promise.reject(new Error('console-sample'))`],
    ['a failed request', `fetch('/console-sample')`],
    [
      'a violation of the Content-Security-Policy',
      `new Image().src = 'http://console-sample.example/'`,
    ],
  ])('include %s', async (_, script) => {
    const { browser } = site.page;
    const { port } = await serve(({ url }, response) => {
      response.statusCode = url === '/console-sample' ? 404 : 200;
      response.setHeader('Content-Type', 'text/html');
      response.setHeader('Content-Security-Policy', "img-src 'self'");
      response.end(url === '/' ? `<head></head><script>${script}</script>` : '');
    });
    await browser.driver.get(`http://localhost:${port}/`);
    await site.page.waitUntil('a report', async () =>
      browser.messages.some((text) => text.includes('console-sample')),
    );
    expect(browser.messages).toHaveLength(1);
  });
});
