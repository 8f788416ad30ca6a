import { describe, expect, test } from 'vitest';
import { readResponse, sendRaw } from '../raw-request';
import { testApp } from '../test-app';

/** A site that listens: injected requests are never malformed. */
async function listen() {
  const site = await testApp();
  const { port } = new URL(await site.app.listen({ host: '127.0.0.1', port: 0 }));
  return async (...lines: string[]) =>
    readResponse(await sendRaw(Number(port), [...lines, 'Connection: close', '', ''].join('\r\n')));
}

describe('a request that is not HTTP', () => {
  test.each([
    ['an unknown method', 400, ['BREW /api/talents HTTP/1.1', 'Host: x']],
    ['an unknown version', 400, ['GET /api/talents HTTP/7.1', 'Host: x']],
    ['a control character in a header', 400, ['GET /api/talents HTTP/1.1', 'Host: x', 'A: \u0001']],
    ['a header without a colon', 400, ['GET /api/talents HTTP/1.1', 'Host: x', 'no colon']],
    ['two lengths', 400, ['POST /api/leads HTTP/1.1', 'Host: x', 'Content-Length: 1, 1']],
    ['no Host in HTTP/1.1', 400, ['GET /api/talents HTTP/1.1']],
    ['no Host for a cached page', 400, ['GET / HTTP/1.1']],
    ['headers of 20 kB', 431, ['GET / HTTP/1.1', 'Host: x', `A: ${'x'.repeat(20_000)}`]],
  ])('is refused in the shape of all errors for %s', async (_, status, lines) => {
    const send = await listen();
    const response = await send(...lines);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(response.text)).toEqual({
      code: status === 431 ? 'too_large' : 'invalid',
      message: expect.any(String),
    });
  });

  test('does not keep the server from the next one', async () => {
    const send = await listen();
    await send('BREW / HTTP/1.1', 'Host: x');
    expect((await send('GET /healthz HTTP/1.1', 'Host: x')).status).toBe(200);
  });
});

describe('an Expect header', () => {
  test.each(['100-continue', 'anything'])('does not change the response (%s)', async (value) => {
    const send = await listen();
    const response = await send('GET /api/leads HTTP/1.1', 'Host: x', `Expect: ${value}`);
    expect([response.status, JSON.parse(response.text).code]).toEqual([401, 'unauthenticated']);
  });
});

describe('a failure of a page', () => {
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
    ['odd percent-encoding', 'GET', '/%zz', 400, 'The address is malformed.'],
    ['a form of 200 fields', 'POST', '/enquiry', 413, 'The form has too many fields.'],
    ['a form to a page without one', 'POST', '/talent', 404, 'Not found'],
  ] as const)('is a page for a browser after %s', async (_, method, url, status, message) => {
    const { visitor } = await testApp();
    const payload = method === 'POST' ? 'a=b&'.repeat(200) : undefined;
    const response = await visitor(method, url, payload, method === 'POST' ? form : html);
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain(`<p>${message}</p>`);
  });

  test('stays JSON for the API and for clients that do not ask for HTML', async () => {
    const { visitor } = await testApp();
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
