import { collectBrowserErrors, expect, test } from './fixtures';

test.use({ allowErrors: /sample/ });

// The other tests rely on the browser's reports. This one verifies that there are any.
test('a test learns of every kind of error that a page reports', async ({ page, context }) => {
  const errors = collectBrowserErrors(context);
  await page.goto('/privacy');
  for (const [report, script] of [
    ['an error', `console.error('sample')`],
    ['a warning', `console.warn('sample')`],
    ['an uncaught error', `setTimeout(() => { throw new Error('sample'); })`],
    ['an unhandled rejection', `void Promise.reject(new Error('sample'))`],
    ['a failed request', `void fetch('/sample')`],
    ['a violation of its policy', `new Image().src = 'http://sample.example/'`],
  ] as const) {
    await page.evaluate(script);
    await expect.poll(() => errors.join(), report).toContain('sample');
    errors.length = 0;
  }
});
