import { collectBrowserErrors, expect, test } from './fixtures';

test.use({ allowErrors: /sample/ });

// The other tests rely on the browser's reports. This one verifies that there are any.
test('a test learns of every kind of error that a page reports', async ({ page, context }) => {
  const errors = collectBrowserErrors(context);
  await page.goto('/privacy');
  for (const [report, script] of [
    ['an error', `console.error('sample-1')`],
    ['a warning', `console.warn('sample-2')`],
    ['an uncaught error', `setTimeout(() => { throw new Error('sample-3'); })`],
    ['an unhandled rejection', `void Promise.reject(new Error('sample-4'))`],
    ['a failed request', `void fetch('/sample-5')`],
    ['a violation of its policy', `new Image().src = 'http://sample-6.example/'`],
  ] as const) {
    await page.evaluate(script);
    const [sample = ''] = /sample-\d/.exec(script) ?? [];
    await expect.poll(() => errors.join(), report).toContain(sample);
  }
});
