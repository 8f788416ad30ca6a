import { describe, expect, test } from 'vitest';
import { readStatus, sendRaw } from '../support/raw-request';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

/**
 * Listens on a port and returns a raw sender: `app.inject` can send neither malformed request lines
 * nor requests without a Host header.
 */
async function listen(settings: Record<string, string> = {}) {
  const site = await createTestApp(settings);
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  return { ...site, send: (bytes: string) => sendRaw(Number(port), bytes) };
}

const buildRequest = (...lines: string[]) =>
  `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;

describe('GET /enquiry', () => {
  const getSite = shareSite(() => listen({ TRUST_PROXY: '127.0.0.1' }));

  test.each([
    ['an invalid Host', ['Host: a b']],
    ['an unfinished IPv6 Host', ['Host: [::1']],
    ['a Host with an impossible port', ['Host: x:99999']],
    ['an empty Host', ['Host: ']],
    ['a Host that is a path', ['Host: ../..?x#y']],
    ['HTTP/1.0 without a Host', [], '/enquiry HTTP/1.0'],
    ['an absolute-form target', ['Host: x'], 'http://x/enquiry HTTP/1.1'],
    ['a target with an invalid host', ['Host: x'], 'http://[/enquiry?package=A HTTP/1.1'],
    ['a target with a user and port', ['Host: x'], 'http://a:b@x:0/enquiry HTTP/1.1'],
    ['an invalid Referer', ['Host: x', 'Referer: http://[']],
    [
      'an invalid X-Forwarded-Host and X-Forwarded-Proto',
      ['Host: x', 'X-Forwarded-Host: [', 'X-Forwarded-Proto: a b'],
    ],
  ] as const)('returns the page for a request with %s', async (_, headers, target?: string) => {
    const { send } = getSite();
    const response = await send(buildRequest(`GET ${target ?? '/enquiry HTTP/1.1'}`, ...headers));
    expect(readStatus(response), response.slice(0, 400)).toBe(200);
    expect(response).toContain('<form');
  });
});

describe('absolute-form request target', () => {
  const buildAbsoluteRequest = (path: string) =>
    buildRequest(`GET http://any.example${path} HTTP/1.1`, 'Host: x');

  test('is handled like its path and query', async () => {
    const { send } = await listen();
    for (const [path, status, text] of [
      ['/', 200, '<!doctype html>'],
      ['', 200, '<!doctype html>'],
      ['/talent?role=Receptionist', 200, 'professional(s)'],
      ['/checkout?packageId=x', 200, '<title>Checkout'],
      ['/admin/login', 200, '<title>Admin sign-in'],
      ['/no-such-page', 404, '<!doctype html>'],
      ['/api/no-such-route', 404, '"code":"not_found"'],
      ['/api/leads', 401, '"code":"unauthenticated"'],
    ] as const) {
      const response = await send(buildAbsoluteRequest(path));
      expect([path, readStatus(response)]).toEqual([path, status]);
      expect(response, path).toContain(text);
    }
  });

  test('redirects to a path without the host', async () => {
    const { send } = await listen();
    const response = await send(buildAbsoluteRequest('/talent/?page=2'));
    expect(readStatus(response)).toBe(308);
    expect(response.toLowerCase()).toContain('\r\nlocation: /talent?page=2\r\n');
  });
});

describe('parameter limit', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('returns 413 for a form with thousands of fields and stores nothing, and 400 for a query with hundreds', async () => {
    const { visitor, admin } = await createTestApp();
    const lead = Object.entries(sampleLead).map(([name, value]) => `${name}=${value}`);
    const fields = Array.from({ length: 9_000 }, (_, index) => `f${index}=x`);
    const payload = [...lead, ...fields].join('&');
    const response = await visitor('POST', '/enquiry', payload, form);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toEqual({
      code: 'too_large',
      message: 'The form has too many fields.',
    });
    expect((await admin('GET', '/api/leads')).json()).toEqual([]);
    const query = await visitor('GET', `/api/talents?${'role=r&'.repeat(300)}`);
    expect(query.statusCode).toBe(400);
    expect(query.json().message).toBe('The address has too many parameters.');
  });
});
