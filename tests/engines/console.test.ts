import { describe, expect, inject, it } from 'vitest';
import { adminTabs, adminViews, buildTabUrl } from '../../src/routes/admin/admin-tabs';
import { pages } from '../../src/routes/pages';
import { serve } from '../support/http-server';
import { sampleLead } from '../support/samples';
import { readConsole } from './browser';
import { button, dialog, heading } from './page';
import { useSite } from './site';

// A browser reports the status of the missing page.
const site = useSite({}, /status 404: .*\/no-such-page/);

const publicPaths = [
  ...pages.map(({ path }) => path).filter((path) => !path.startsWith('/admin')),
  '/checkout?leadId=1&packageId=1',
  '/admin/login',
  '/no-such-page',
];

// `useSite` fails a test whose page has logged an error or a warning.
describe('console of a public page', () => {
  it.each(publicPaths)('%s has no error or warning', async (path) => {
    await site.page.open(path);
    await site.page.find(heading(/./));
    await site.page.waitUntilLoaded();
  });
});

const adminPaths = [
  ...[...adminTabs, ...adminViews].map(({ id }) => buildTabUrl(id)),
  '/admin/settings',
];

describe('console of the admin area', () => {
  it('has no error or warning after the sign-in', async () => {
    const { page, api } = site;
    await api.post('/api/leads', sampleLead);
    await page.open('/admin/login');
    await page.fill('Password', site.adminPassword);
    await page.click(button('Login'));
    await page.waitForPath('/admin');
  });

  it.each(adminPaths)(
    '%s has no error or warning, nor has the dialog of its first entry',
    async (path) => {
      const { page } = site;
      await page.open(path);
      await page.find(heading(/./));
      await page.waitUntilLoaded();
      const edit = button(/^Edit /);
      if ((await page.findAll(edit)).length === 0) return;
      await page.click(edit);
      await page.find(dialog(/./));
      await page.waitUntilLoaded();
      await page.click(button('Close'));
      await page.waitUntilGone(dialog(/./));
    },
  );

  // Unlike Chromium, Firefox and WebKit cancel what a page is loading when it is left.
  it.each([...adminPaths, '/talent'])(
    'has no error or warning when %s is left while it loads',
    async (path) => {
      await site.page.leaveWhileLoading(path);
      await site.page.open('/privacy');
    },
  );
});

// The other tests rely on the browser's reports. This one verifies that there are any.
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
    expect(browser.messages.splice(0)).toHaveLength(1);
  });
});

const programs = inject('browserPrograms');

if (inject('browserEngine') === 'webkit' && 'paths' in programs) {
  const [, xvfb = ''] = programs.paths;

  describe('console of WebKit itself', () => {
    it('has no error or warning about the security headers', async () => {
      await site.page.open('/');
      const { headers } = await fetch(await site.page.run(() => location.origin));
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain('script-src');
      const { origin } = await serve(({ url }, response) => {
        if (url !== '/end.js') {
          response.setHeader('Content-Security-Policy', policy);
          response.setHeader('Permissions-Policy', headers.get('permissions-policy') ?? '');
        }
        response.setHeader('Content-Type', url === '/' ? 'text/html' : 'text/javascript');
        response.end(url === '/' ? '<script src="/end.js"></script>' : 'console.error("end")');
      });
      const lines = (await readConsole(xvfb, origin, 'CONSOLE ERROR end')).split('\n');
      expect(lines.filter((line) => /CONSOLE (?!ERROR end)/.test(line))).toEqual([]);
    });
  });
}
