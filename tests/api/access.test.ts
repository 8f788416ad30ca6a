import { describe, expect, test } from 'vitest';
import { endSession, startSession } from '../../src/features/auth/session-store.server';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

/** In what the admin alone may read; no refusal may carry it. */
const secret = 'Unmistakable Holdings';

/** Each admin route of the table that the server itself is made of: a new one can't be forgotten. */
function adminRoutes(site: Site) {
  return site.app.routeTable
    .filter(({ access }) => access === 'admin')
    .flatMap(({ method, url }) => method.map((one) => ({ method: one, url })));
}

/** A route's address, with the id of something that is there. */
const address = (url: string, id: string) => url.replace(/:\w+/g, id).replace('*', id);

async function siteWithLead() {
  const site = await testApp();
  const lead = await site.visitor('POST', '/api/leads', { ...sampleLead, companyName: secret });
  return { site, id: String(lead.json().id) };
}

type Method = Parameters<Site['visitor']>[0];

/** Asks each of the addresses, and expects a refusal that says nothing. */
async function expectRefused(
  site: Site,
  calls: { method: string; url: string }[],
  cookie: string | undefined,
  statuses: readonly number[],
) {
  for (const { method, url } of calls) {
    const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : {};
    const answer = await site.visitor(method as Method, url, body, cookie ? { cookie } : {});
    const what = `${method} ${url} answers ${answer.statusCode}`;
    expect(statuses, what).toContain(answer.statusCode);
    expect(answer.body, what).not.toContain(secret);
    if (answer.statusCode === 401 && method !== 'HEAD') {
      expect(answer.json(), what).toEqual({ message: 'Please sign in.', code: 'unauthenticated' });
      expect(answer.headers['cache-control'], what).toBe('no-store');
    }
  }
}

test('every admin route refuses who has no session, an expired one, a forged one, one logged out', async () => {
  const { site, id } = await siteWithLead();
  const calls = adminRoutes(site).map(({ method, url }) => ({ method, url: address(url, id) }));
  expect(calls.length).toBeGreaterThan(25);
  const token = await startSession(site.db, 'admin');
  const old = new Date(Date.now() - 13 * 3_600_000).toISOString();

  await expectRefused(site, calls, undefined, [401]);
  for (const forged of [`${token}x`, token.slice(1), token.toLowerCase(), '%00', "' or 1=1 --"]) {
    await expectRefused(site, calls, `session=${forged}`, [401]);
  }
  // The wrong name, and the name that counts on https alone.
  await expectRefused(site, calls, `Session=${token}; __Host-session=${token}`, [401]);
  const out = await startSession(site.db, 'admin');
  await endSession(site.db, out);
  await expectRefused(site, calls, `session=${out}`, [401]);
  await site.db.updateTable('sessions').set({ lastSeenAt: old }).execute();
  await expectRefused(site, calls, `session=${token}`, [401]);
  expect(await site.db.selectFrom('leads').select('companyName').execute()).toEqual([
    { companyName: secret },
  ]);
});

test('no admin route is open by another spelling of its address, or by another method', async () => {
  const { site, id } = await siteWithLead();
  const spellings = (path: string) => [
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
  const calls = adminRoutes(site).flatMap(({ method, url }) =>
    spellings(address(url, id)).map((spelling) => ({ method, url: spelling })),
  );
  await expectRefused(site, calls, undefined, [400, 401, 404]);
  // GET of some is public: the site's own lists.
  const isPublic = new Set(
    site.app.routeTable
      .filter(({ access }) => access === 'public')
      .flatMap(({ method, url }) => method.map((one) => `${one} ${url}`)),
  );
  const others = adminRoutes(site).flatMap(({ url }) =>
    ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PATCH', 'DELETE', 'POST', 'GET']
      .filter((method) => !isPublic.has(`${method} ${url}`))
      .map((method) => ({ method, url: address(url, id) })),
  );
  await expectRefused(site, others, undefined, [400, 401, 404, 405]);
});

test('every write refuses a browser on another site, whatever form it sends', async () => {
  const { site, id } = await siteWithLead();
  const cookie = await site.adminCookie();
  const writes = site.app.routeTable.flatMap(({ method, url }) =>
    method
      .filter((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one))
      .map((one) => ({ method: one, url: address(url, id) })),
  );
  expect(writes.length).toBeGreaterThan(35);
  const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  // What a plain form, or a request without a preflight, may send.
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json',
  ]) {
    for (const { method, url } of writes) {
      const headers = { ...foreign, 'content-type': type };
      const answer = await site.visitor(method as Method, url, '{"status":"contacted"}', headers);
      expect([type, method, url, answer.statusCode]).toEqual([type, method, url, 403]);
    }
  }
  expect(await site.db.selectFrom('leads').select(['companyName', 'status']).execute()).toEqual([
    { companyName: secret, status: 'new' },
  ]);
});

test('a method named in a header, a query or a body counts for nothing', async () => {
  const { site, id } = await siteWithLead();
  const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override'].map(
    (name) => ({ [name]: 'DELETE' }),
  );
  for (const headers of overrides) {
    for (const method of ['GET', 'POST', 'HEAD'] as const) {
      await site.admin(method, `/api/leads/${id}?_method=DELETE`, undefined, headers);
      await site.visitor(method, `/api/leads/${id}?_method=DELETE`, undefined, headers);
    }
    const answer = await site.visitor('GET', '/api/leads', undefined, headers);
    expect(answer.statusCode).toBe(401);
  }
  expect(await site.db.selectFrom('leads').select('companyName').execute()).toEqual([
    { companyName: secret },
  ]);
});

describe('the Origin check', () => {
  const publicSite = { SITE_URL: 'https://crew.example', TRUST_PROXY: '127.0.0.1' };
  const localSite = { SITE_URL: 'http://localhost:3000' };

  /** The status of an inquiry that a browser sends from a page of an origin. */
  async function postFrom(
    settings: Record<string, string>,
    origin: string,
    headers: Record<string, string>,
  ) {
    const { visitor } = await testApp(settings);
    const response = await visitor('POST', '/api/leads', sampleLead, { origin, ...headers });
    return response.statusCode;
  }

  test.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { host: 'evil.example', 'x-forwarded-proto': 'https' },
    { host: 'crew.example', 'x-forwarded-host': 'crew.example, evil.example' },
  ])(
    'refuses another site on a public SITE_URL, whatever host the request names (%o)',
    async (headers) => {
      const protocol = headers['x-forwarded-proto'] ?? 'http';
      expect(await postFrom(publicSite, `${protocol}://evil.example`, headers)).toBe(403);
    },
  );

  test('accepts the origin of a public SITE_URL, whatever host the proxy passes on', async () => {
    const headers = { host: 'container:8080', 'x-forwarded-host': 'internal.example' };
    expect(await postFrom(publicSite, 'https://crew.example', headers)).toBe(201);
  });

  test.each([
    ['another name of the site', 'https://www.crew.example', { host: 'www.crew.example' }],
    ['the scheme before the redirect to https', 'http://crew.example', { host: 'crew.example' }],
  ])('accepts a browser that says same-origin, from %s', async (_, origin, headers) => {
    const sameOrigin = { ...headers, 'sec-fetch-site': 'same-origin' };
    expect(await postFrom(publicSite, origin, sameOrigin)).toBe(201);
    expect(await postFrom(publicSite, origin, headers)).toBe(403);
  });

  test.each(['same-site', 'cross-site', 'none', 'Same-Origin', 'same-origin, cross-site', ''])(
    'refuses another origin from a browser that says "%s"',
    async (site) => {
      const headers = { 'sec-fetch-site': site, host: 'evil.example' };
      expect(await postFrom(publicSite, 'https://evil.example', headers)).toBe(403);
    },
  );

  test('accepts the host of the request when SITE_URL is local', async () => {
    const headers = { host: '192.168.1.5:3000' };
    expect(await postFrom(localSite, 'http://192.168.1.5:3000', headers)).toBe(201);
  });

  test('ignores X-Forwarded-Host from a sender that TRUST_PROXY does not name', async () => {
    const headers = { 'x-forwarded-host': 'tunnel.example' };
    expect(await postFrom(localSite, 'http://tunnel.example', headers)).toBe(403);
    const trusting = { ...localSite, TRUST_PROXY: '127.0.0.1' };
    expect(await postFrom(trusting, 'http://tunnel.example', headers)).toBe(201);
  });
});
