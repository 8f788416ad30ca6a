import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData } from '@mdn/browser-compat-data/types';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, test } from 'vitest';
import { createTestApp, shareSite } from '../support/test-app';

/** Not imported: Vitest would compile 20 MB of JSON as a module, which takes ten seconds. */
const browserDataPath = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
const browserData: CompatData = JSON.parse(readFileSync(browserDataPath, 'utf8'));
const knownHeaders = browserData.http.headers;

/** Every setting that adds an origin to the content security policy. */
const allSettings = {
  SITE_URL: 'https://crew.example',
  SCHEDULING_URL: 'https://calendly.com/crew/call',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  GA_MEASUREMENT_ID: 'G-ABC123',
  META_PIXEL_ID: '123',
  LINKEDIN_PARTNER_ID: '456',
};

/** One URL of each kind: public and private pages, not found, API, generated files, admin. */
const urls = [
  '/',
  '/talent',
  '/enquiry',
  '/admin',
  '/admin/login',
  '/nowhere',
  '/api/talents',
  '/api/leads',
  '/api/nowhere',
  '/healthz',
  '/robots.txt',
  '/.well-known/security.txt',
];

describe.each([
  ['nothing', {}],
  ['everything', allSettings],
])('security headers with %s configured', (name, settings) => {
  const getSite = shareSite(() => createTestApp(settings));

  test('are sent with every kind of response', async () => {
    const { visitor, environment } = getSite();
    const secure = environment.SITE_URL.startsWith('https:');
    for (const url of urls) {
      const { headers } = await visitor('GET', url);
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
      });
      expect(headers['content-security-policy'], url).toContain("default-src 'self'");
      expect(headers['content-security-policy'], url).not.toContain('unsafe');
      // Private pages send only their origin, also to pages of this site.
      expect(headers['referrer-policy'], url).toMatch(/^strict-origin(-when-cross-origin)?$/);
      expect(headers['permissions-policy'], url).toMatch(/camera=\(\).*usb=\(\)/);
      expect(headers['strict-transport-security'], url).toBe(
        secure ? 'max-age=31536000; includeSubDomains' : undefined,
      );
      expect(headers, url).not.toHaveProperty('x-powered-by');
      expect(headers, url).not.toHaveProperty('server');
    }
  });

  test('name only directives and features that the supported browsers know', async () => {
    const { headers } = await getSite().visitor('GET', '/');
    const oldest = [
      ['chrome', 111],
      ['edge', 111],
      ['firefox', 115],
      ['safari', 16.4],
      ['safari_ios', 16.4],
    ] as const;
    const isKnown = (header: string, name: string, browser: (typeof oldest)[number]) => {
      const support = knownHeaders?.[header]?.[name]?.__compat?.support[browser[0]];
      const [entry] = [support].flat();
      return Number(entry?.version_added) <= browser[1] && !entry?.flags;
    };
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map((text) => text.trim().split(' ', 1)[0] ?? '');
    const features = String(headers['permissions-policy'])
      .split(', ')
      .map((text) => text.split('=', 1)[0] ?? '');
    for (const browser of oldest) {
      expect(
        directives.filter((name) => !isKnown('Content-Security-Policy', name, browser)),
        browser[0],
      ).toEqual([]);
    }
    // Firefox and Safari ignore the header as a whole.
    for (const browser of oldest.slice(0, 2)) {
      expect(features.filter((name) => !isKnown('Permissions-Policy', name, browser))).toEqual([]);
    }
  });

  test('forbid inline code and eval, and the CSP evaluator finds nothing of medium or high severity', async () => {
    const { headers } = await getSite().visitor('GET', '/');
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe|\*(?!\.)|https:(?!\/\/)/);
    for (const directive of [
      "default-src 'self'",
      "media-src 'none'",
      "worker-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ]) {
      expect(policy, name).toContain(directive);
    }
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    const serious = findings.filter(({ severity }) =>
      [Severity.HIGH, Severity.SYNTAX, Severity.MEDIUM].includes(severity),
    );
    expect(
      serious.map(({ directive, value, description }) => [directive, value, description]),
    ).toEqual([]);
  });
});

describe('Cache-Control', () => {
  test('is no-store on admin responses, private pages and API errors', async () => {
    const { admin, app, visitor } = await createTestApp();
    const routes = app.routeTable.filter(
      ({ access, method, url }) =>
        access === 'admin' && method.includes('GET') && !url.includes(':'),
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
});
