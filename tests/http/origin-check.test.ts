import { describe, expect, test } from 'vitest';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite, type TestSite } from '../support/test-app';

describe('the Origin check', () => {
  const getPublicSite = shareSite(() =>
    createTestApp({ SITE_URL: 'https://crew.example', TRUST_PROXY: '127.0.0.1' }),
  );
  const local = { SITE_URL: 'http://localhost:3000' };
  const getLocalSite = shareSite(() => createTestApp(local));

  /** Posts a lead with the given Origin header and returns the status code. */
  async function postFrom(
    { visitor }: Pick<TestSite, 'visitor'>,
    origin: string,
    headers: Record<string, string>,
  ) {
    const response = await visitor('POST', '/api/leads', sampleLead, { origin, ...headers });
    return response.statusCode;
  }

  test.each<Record<string, string>>([
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    { host: 'evil.example', 'x-forwarded-proto': 'https' },
    { host: 'crew.example', 'x-forwarded-host': 'crew.example, evil.example' },
  ])(
    'rejects another origin when SITE_URL is public, whatever host the headers name (%o)',
    async (headers) => {
      const protocol = headers['x-forwarded-proto'] ?? 'http';
      expect(await postFrom(getPublicSite(), `${protocol}://evil.example`, headers)).toBe(403);
    },
  );

  test('accepts the origin of a public SITE_URL, whatever host the proxy forwards', async () => {
    const headers = { host: 'container:8080', 'x-forwarded-host': 'internal.example' };
    expect(await postFrom(getPublicSite(), 'https://crew.example', headers)).toBe(201);
  });

  test.each([
    ['another host name of the site', 'https://www.crew.example', { host: 'www.crew.example' }],
    ['the scheme before the redirect to https', 'http://crew.example', { host: 'crew.example' }],
  ])(
    'accepts %s only when the browser sends Sec-Fetch-Site: same-origin',
    async (_, origin, headers) => {
      const sameOrigin = { ...headers, 'sec-fetch-site': 'same-origin' };
      expect(await postFrom(getPublicSite(), origin, sameOrigin)).toBe(201);
      expect(await postFrom(getPublicSite(), origin, headers)).toBe(403);
    },
  );

  test.each(['same-site', 'cross-site', 'none', 'Same-Origin', 'same-origin, cross-site', ''])(
    'rejects another origin when Sec-Fetch-Site is "%s"',
    async (site) => {
      const headers = { 'sec-fetch-site': site, host: 'evil.example' };
      expect(await postFrom(getPublicSite(), 'https://evil.example', headers)).toBe(403);
    },
  );

  test('accepts an origin that matches the Host header when SITE_URL is local', async () => {
    const headers = { host: '192.168.1.5:3000' };
    expect(await postFrom(getLocalSite(), 'http://192.168.1.5:3000', headers)).toBe(201);
  });

  test('honors X-Forwarded-Host only from a proxy that TRUST_PROXY names', async () => {
    const headers = { 'x-forwarded-host': 'tunnel.example' };
    expect(await postFrom(getLocalSite(), 'http://tunnel.example', headers)).toBe(403);
    const trusting = await createTestApp({ ...local, TRUST_PROXY: '127.0.0.1' });
    expect(await postFrom(trusting, 'http://tunnel.example', headers)).toBe(201);
  });
});
