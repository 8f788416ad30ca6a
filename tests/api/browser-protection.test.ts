import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, test } from 'vitest';
import { testApp } from '../test-app';

/** Every setting that opens the policy for an origin. */
const everything = {
  SITE_URL: 'https://crew.example',
  SCHEDULING_URL: 'https://calendly.com/crew/call',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  GA_MEASUREMENT_ID: 'G-ABC123',
  META_PIXEL_ID: '123',
  LINKEDIN_PARTNER_ID: '456',
};

/** All pages' and calls' kinds: public page, private page, not found, API, file-like, admin. */
const addresses = [
  '/',
  '/talent',
  '/enquiry',
  '/admin',
  '/admin/login',
  '/nowhere',
  '/api/talents',
  '/api/leads',
  '/healthz',
  '/robots.txt',
  '/.well-known/security.txt',
];

describe.each([
  ['nothing', {}],
  ['everything', everything],
])('with %s configured', (name, settings) => {
  test('every answer carries the headers', async () => {
    const { visitor, environment } = await testApp(settings);
    const secure = environment.SITE_URL.startsWith('https:');
    for (const url of addresses) {
      const { headers } = await visitor('GET', url);
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
      });
      // Private pages tell their origin alone, to our own pages too.
      expect(headers['referrer-policy'], url).toMatch(/^strict-origin(-when-cross-origin)?$/);
      expect(headers['permissions-policy'], url).toMatch(/camera=\(\).*usb=\(\)/);
      expect(headers['strict-transport-security'], url).toBe(
        secure ? 'max-age=31536000; includeSubDomains' : undefined,
      );
      expect(headers, url).not.toHaveProperty('x-powered-by');
      expect(headers, url).not.toHaveProperty('server');
    }
  });

  test('the policy allows neither inline code nor eval, and the evaluator finds nothing high', async () => {
    const { visitor } = await testApp(settings);
    const policy = String((await visitor('GET', '/')).headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*(?!\.)|https:(?!\/\/)/);
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ]) {
      expect(policy, name).toContain(part);
    }
    const found = new CspEvaluator(new CspParser(policy).csp).evaluate();
    const high = found.filter(({ severity }) =>
      [Severity.HIGH, Severity.SYNTAX, Severity.MEDIUM].includes(severity),
    );
    expect(
      high.map(({ directive, value, description }) => [directive, value, description]),
    ).toEqual([]);
  });
});

test('what is private is stored nowhere on its way', async () => {
  const { admin, app, visitor } = await testApp();
  const routes = app.routeTable.filter(
    ({ access, method, url }) => access === 'admin' && method.includes('GET') && !url.includes(':'),
  );
  expect(routes.length).toBeGreaterThan(3);
  for (const { url } of routes) {
    const { headers } = await admin('GET', url);
    expect(headers['cache-control'], url).toBe('no-store');
  }
  for (const url of ['/admin', '/admin/login', '/enquiry', '/api/auth/admin/check']) {
    expect((await visitor('GET', url)).headers['cache-control'], url).toBe('no-store');
  }
  expect((await visitor('GET', '/api/nowhere')).headers['cache-control']).toBe('no-store');
});
