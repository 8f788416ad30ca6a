import { describe, expect, test } from 'vitest';
import { readResponse, sendRaw } from '../support/raw-request';
import { createTestApp, shareSite } from '../support/test-app';

/** Listens on a port and returns a raw sender: `app.inject` cannot send malformed requests. */
async function listen() {
  const site = await createTestApp();
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  const send = async (...lines: string[]) =>
    readResponse(await sendRaw(Number(port), [...lines, 'Connection: close', '', ''].join('\r\n')));
  return { ...site, send };
}

const getSite = shareSite(listen);

describe('malformed HTTP request', () => {
  test.each([
    ['an unknown method', 400, ['BREW /api/talents HTTP/1.1', 'Host: x']],
    ['an unknown version', 400, ['GET /api/talents HTTP/7.1', 'Host: x']],
    ['a control character in a header', 400, ['GET /api/talents HTTP/1.1', 'Host: x', 'A: \u0001']],
    ['a header without a colon', 400, ['GET /api/talents HTTP/1.1', 'Host: x', 'no colon']],
    [
      'two values in Content-Length',
      400,
      ['POST /api/leads HTTP/1.1', 'Host: x', 'Content-Length: 1, 1'],
    ],
    ['no Host header in HTTP/1.1', 400, ['GET /api/talents HTTP/1.1']],
    ['no Host header on a cached page', 400, ['GET / HTTP/1.1']],
    ['two Host headers', 400, ['GET /api/talents HTTP/1.1', 'Host: x', 'host: y']],
    ['two equal Host headers on a page', 400, ['GET / HTTP/1.1', 'Host: x', 'Host: x']],
    ['two Host headers in HTTP/1.0', 400, ['GET / HTTP/1.0', 'Host: x', 'Host: y']],
    ['headers of 20 kB', 431, ['GET / HTTP/1.1', 'Host: x', `A: ${'x'.repeat(20_000)}`]],
  ])('gets a JSON error response for %s', async (_, status, lines) => {
    const { send } = getSite();
    const response = await send(...lines);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(response.text)).toEqual({
      code: status === 431 ? 'too_large' : 'invalid',
      message: expect.any(String),
    });
  });

  test('does not stop the server from handling the next request', async () => {
    const { send } = getSite();
    await send('BREW / HTTP/1.1', 'Host: x');
    expect((await send('GET /healthz HTTP/1.1', 'Host: x')).status).toBe(200);
  });
});

describe('Expect header', () => {
  test.each(['100-continue', 'anything'])(
    'does not change the response when it is "%s"',
    async (value) => {
      const { send } = getSite();
      const response = await send('GET /api/leads HTTP/1.1', 'Host: x', `Expect: ${value}`);
      expect([response.status, JSON.parse(response.text).code]).toEqual([401, 'unauthenticated']);
    },
  );
});

describe('error response of a page', () => {
  const html = { accept: 'text/html,application/xhtml+xml;q=0.9' };
  const form = { ...html, 'content-type': 'application/x-www-form-urlencoded' };

  test.each([
    [
      'too many parameters',
      'GET',
      `/talent?${'b&'.repeat(300)}`,
      400,
      'The address has too many parameters.',
    ],
    [
      'a parameter of 10,001 characters',
      'GET',
      `/enquiry?talent=${'x'.repeat(10_001)}`,
      400,
      'Invalid querystring.',
    ],
    ['invalid percent-encoding', 'GET', '/%zz', 400, 'The address is malformed.'],
    ['a form of 200 fields', 'POST', '/enquiry', 413, 'The form has too many fields.'],
    ['a form sent to a page without one', 'POST', '/talent', 404, 'Not found'],
  ] as const)(
    'is HTML when the client accepts HTML: %s',
    async (_, method, url, status, message) => {
      const { visitor } = getSite();
      const payload = method === 'POST' ? 'a=b&'.repeat(200) : undefined;
      const response = await visitor(method, url, payload, method === 'POST' ? form : html);
      expect(response.statusCode).toBe(status);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body).toContain(`<p>${message}</p>`);
    },
  );

  test('is JSON for the API and for clients that do not accept HTML', async () => {
    const { visitor } = getSite();
    for (const [url, headers] of [
      ['/api/nowhere', html],
      ['/objects/x', html],
      ['/%zz', {}],
    ] as const) {
      const response = await visitor('GET', url, undefined, headers);
      expect(response.headers['content-type'], url).toBe('application/json; charset=utf-8');
    }
  });
});
