import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { pageNames } from '../../src/content/pages/contract';
import { endSession, startSession } from '../../src/foundation/auth/session-store.server';
import { pages } from '../../src/routes/pages';
import { adminPassword } from '../support/api-client';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, type TestSite } from '../support/test-app';

/** A company name that only the admin may read. No refusal may contain it. */
const secretCompany = 'Unmistakable Holdings';

/** Lists the admin routes from the server's own route table, so that a new route is always tested. */
function listAdminRoutes(site: TestSite) {
  return site.app.routeTable
    .filter(({ access }) => access === 'admin')
    .flatMap(({ method, url }) => method.map((one) => ({ method: one, url })));
}

/** Fills a route pattern with the id of an existing record. */
const toUrl = (url: string, id: string) => url.replace(/:\w+/g, id).replace('*', id);

async function createSiteWithLead() {
  const site = await createTestApp();
  const lead = await site.visitor('POST', '/api/leads', {
    ...sampleLead,
    companyName: secretCompany,
  });
  return { site, id: String(lead.json().id) };
}

/**
 * The routes that anyone may call. All others need a session, so that a new route which is public by
 * mistake is noticed here.
 */
const publicRoutes = [
  ...[
    '/api/openapi.json',
    '/api/docs',
    '/api/docs/*',
    '/api/client-address',
    '/healthz',
    '/readyz',
  ],
  ...collections.flatMap(({ path }) => [`/api/${path}`, `/api/${path}/:id`]),
  ...['/api/talents/browse', '/api/talents/home', '/api/talents/named'],
  ...pageNames.map((page) => `/api/pages/${page}`),
  ...['/api/settings', '/api/scheduling/slots', '/api/auth/admin/check'],
  ...['/objects/:id', '/objects/:id/:file', '/objects/:id/icon.png'],
  ...['/cover/picture.png', '/proposal/:token', '/admin/leads/:id'],
  // Those of the admin area, too: they load what they show from the admin routes of the API.
  ...pages.map(({ path }) => path),
  ...['/.well-known/security.txt', '/robots.txt', '/sitemap.xml', '/site.webmanifest'],
  ...['POST /api/auth/admin/login', 'POST /api/auth/admin/logout'],
  ...[
    'POST /api/leads',
    'POST /enquiry',
    'POST /proposal/:token',
    'POST /api/funnel',
    'POST /api/client-errors',
  ],
  ...['POST /api/cover', 'POST /api/cover/demand'],
  ...['', '/lookup', '/slots', '/reschedule', '/cancel'].map(
    (end) => `POST /api/scheduling/bookings${end}`,
  ),
  'POST /api/scheduling/confirmations',
  ...['calendly', 'cal'].map((provider) => `POST /api/scheduling/webhook/${provider}`),
  ...['POST /api/payments', 'POST /api/payment-interest', 'POST /api/payment-success'],
  'POST /api/stripe/webhook',
  ...['lookup', 'accept', 'questions'].map((end) => `POST /api/proposals/${end}`),
].map((route) => (route.startsWith('/') ? `GET ${route}` : route));

type Method = Parameters<TestSite['visitor']>[0];

/** Sends the requests at once, and expects refusals that reveal nothing about the lead. */
async function expectRefused(
  site: TestSite,
  calls: { method: string; url: string }[],
  cookie: string | undefined,
  statuses: readonly number[],
) {
  const responses = await Promise.all(
    calls.map(async ({ method, url }) => {
      const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : {};
      const headers: Record<string, string> = cookie ? { cookie } : {};
      return { method, url, response: await site.visitor(method as Method, url, body, headers) };
    }),
  );
  for (const { method, url, response } of responses) {
    const what = `${method} ${url} returns ${response.statusCode}`;
    expect(statuses, what).toContain(response.statusCode);
    expect(response.body, what).not.toContain(secretCompany);
    if (response.statusCode === 401 && method !== 'HEAD') {
      expect(response.json(), what).toEqual({
        message: 'Please sign in.',
        code: 'unauthenticated',
      });
      expect(response.headers['cache-control'], what).toBe('no-store');
    }
  }
}

describe('every admin route', () => {
  test('means every route except the listed public ones', async () => {
    const { app } = await createTestApp();
    const open = app.routeTable
      .filter(({ access }) => access === 'public')
      .flatMap(({ method, url }) => method.map((one) => `${one} ${url}`));
    expect(open.filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(publicRoutes.sort());
  });

  test('rejects a request without a session, or with an expired, forged or ended session', async () => {
    const { site, id } = await createSiteWithLead();
    const calls = listAdminRoutes(site).map(({ method, url }) => ({ method, url: toUrl(url, id) }));
    expect(calls.length).toBeGreaterThan(25);
    const token = await startSession(site.db, 'admin');
    const thirteenHoursAgo = new Date(Date.now() - 13 * 3_600_000).toISOString();

    await expectRefused(site, calls, undefined, [401]);
    const altered = [`${token}x`, token.slice(1), token.slice(0, -1), token.toLowerCase()];
    for (const forged of ['', 'x', ...altered, '%00', "' or 1=1 --"]) {
      await expectRefused(site, calls, `session=${forged}`, [401]);
    }
    // Names in the wrong case or with a prefix, and the name that only counts over HTTPS.
    const otherNames = `Session=${token}; othersession=${token}; __Host-session=${token}`;
    await expectRefused(site, calls, otherNames, [401]);
    const ended = await startSession(site.db, 'admin');
    await endSession(site.db, ended);
    await expectRefused(site, calls, `session=${ended}`, [401]);
    await site.db.updateTable('sessions').set({ lastSeenAt: thirteenHoursAgo }).execute();
    await expectRefused(site, calls, `session=${token}`, [401]);
    expect(await site.db.selectFrom('leads').select('companyName').execute()).toEqual([
      { companyName: secretCompany },
    ]);
  });

  test('stays closed under other spellings of its URL and under other methods', async () => {
    const { site, id } = await createSiteWithLead();
    const listSpellings = (path: string) => [
      path.replace('/api/', '//api/'),
      path.replace('/api/', '/api//'),
      path.replace('/api/', '/API/'),
      path.replace('/api/', '/%61pi/'),
      path.replace('/api/', '/api%2f'),
      path.replace('/api/', '/x/../api/'),
      path.replace('/api/', '/api/./'),
      path.replace('/api/', '/api;x/'),
      path.replace('/api/', '/\\api/'),
      `${path}/`,
      `${path}%2f`,
      `${path}%00`,
      `${path}.json`,
      `${path};a=b`,
      `${path}?x=/api/auth/admin/check`,
    ];
    const calls = listAdminRoutes(site).flatMap(({ method, url }) =>
      listSpellings(toUrl(url, id)).map((spelling) => ({ method, url: spelling })),
    );
    await expectRefused(site, calls, undefined, [400, 401, 404]);
    // GET is public on some of the same URLs: the lists that the site itself shows.
    const isPublic = new Set(
      site.app.routeTable
        .filter(({ access }) => access === 'public')
        .flatMap(({ method, url }) => method.map((one) => `${one} ${url}`)),
    );
    const others = listAdminRoutes(site).flatMap(({ url }) =>
      ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PATCH', 'DELETE', 'POST', 'GET']
        .filter((method) => !isPublic.has(`${method} ${url}`))
        .map((method) => ({ method, url: toUrl(url, id) })),
    );
    await expectRefused(site, others, undefined, [400, 401, 404, 405]);
  });
});

describe('every write route', () => {
  test('returns 403 to a browser on another site, whatever it sends', async () => {
    const { site, id } = await createSiteWithLead();
    const cookie = await site.adminCookie();
    const writes = site.app.routeTable.flatMap(({ method, url }) =>
      method
        .filter((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one))
        .map((one) => ({ method: one, url: toUrl(url, id) })),
    );
    expect(writes.length).toBeGreaterThan(35);
    const origin = 'https://evil.example';
    // The first three are what an HTML form, or fetch without a CORS preflight, can send.
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json',
    ];
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin },
      { origin: 'null' },
      { 'sec-fetch-site': 'none', origin },
    ];
    const requests: Record<string, string>[] = [
      ...types.map((type) => ({ origin, 'sec-fetch-site': 'cross-site', 'content-type': type })),
      ...foreign.map((headers) => ({ ...headers, 'content-type': 'application/json' })),
    ];
    // Valid for several of the routes, which ignore the fields that they don't know.
    const fields = { ...sampleItems.stats, ...sampleLead, password: adminPassword };
    const body = JSON.stringify({ ...fields, status: 'contacted' });
    for (const sent of requests) {
      for (const { method, url } of writes) {
        const headers = { ...sent, cookie };
        const response = await site.visitor(method as Method, url, body, headers);
        const what = `${method} ${url} with ${JSON.stringify(sent)}`;
        expect(response.statusCode, what).toBe(403);
        expect(response.body, what).toMatch(/"code":"forbidden"|<html/);
      }
    }
    expect((await site.visitor('GET', '/api/stats')).json()).toEqual([]);
    expect((await site.admin('GET', '/api/leads')).statusCode).toBe(200);
    expect(await site.db.selectFrom('leads').select(['companyName', 'status']).execute()).toEqual([
      { companyName: secretCompany, status: 'new' },
    ]);
  });
});

describe('method override', () => {
  test('ignores X-HTTP-Method-Override and its variants, and the _method query parameter', async () => {
    const { site, id } = await createSiteWithLead();
    const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'].map(
      (name) => ({ [name]: 'DELETE' }),
    );
    for (const headers of overrides) {
      for (const method of ['GET', 'POST', 'HEAD'] as const) {
        await site.admin(method, `/api/leads/${id}?_method=DELETE`, undefined, headers);
        await site.visitor(method, `/api/leads/${id}?_method=DELETE`, undefined, headers);
      }
      const response = await site.visitor('GET', '/api/leads', undefined, headers);
      expect(response.statusCode).toBe(401);
    }
    expect(await site.db.selectFrom('leads').select('companyName').execute()).toEqual([
      { companyName: secretCompany },
    ]);
  });
});
