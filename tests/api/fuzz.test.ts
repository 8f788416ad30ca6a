import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fuzzedHeaders } from '../faults/fuzz-headers';
import { listRoutes } from '../faults/fuzz-routes';
import { fuzz, webhookSecrets } from '../faults/fuzzing';
import { createTestApp } from '../support/test-app';

const { STRIPE_WEBHOOK_SECRET, ...settings } = webhookSecrets;

/** Starts a site on a real port, because raw requests need a socket. */
async function startListeningSite() {
  const { app } = await createTestApp({ ...settings, TRUST_PROXY: '127.0.0.1' });
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Response headers that the source also reads. They are no input of a request. */
const responseHeaders = ['set-cookie'];

/** Methods of `Headers` and of lists of headers, which the expression below would take for header names. */
const methods = ['get', 'getSetCookie', 'has', 'map'];

describe('fuzzing', () => {
  test('gets no 5xx, and only well-formed errors, from any route', async () => {
    const { url } = await startListeningSite();
    // Set FUZZ_SEED to repeat the requests of a failed run.
    const seed = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED);
    const { wrong } = await fuzz(url, { runs: 300, seed });
    expect(wrong).toEqual([]);
  });

  test('gets no 5xx for a NUL character in a search, an id or a path', async () => {
    const { admin, visitor } = await createTestApp();
    const leads = await admin('GET', '/api/leads?q=%00');
    expect([200, 400]).toContain(leads.statusCode);
    const payment = { paymentIntentId: 'pi_\u0000' };
    const response = await visitor('POST', '/api/payment-success', payment);
    expect([response.statusCode, response.json().fields]).toEqual([
      400,
      { paymentIntentId: 'Invalid' },
    ]);
    for (const path of ['/objects/%00', '/objects/a/%00', '/api/packages/%00', '/talent?q=%00']) {
      expect((await visitor('GET', path)).statusCode, path).toBeLessThan(500);
    }
  });

  test('covers each route of the server', async () => {
    const { app, url } = await startListeningSite();
    const covered = new Set(
      (await listRoutes(url)).map(
        ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`,
      ),
    );
    const missing = app.routeTable
      .flatMap(({ method, url: path }) =>
        method.map((one) => `${one.replace('HEAD', 'GET')} ${path.replaceAll(/:\w+/g, '*')}`),
      )
      .filter((route) => !covered.has(route));
    expect(missing).toEqual([]);
  });

  test('covers each request header that the source reads by name', () => {
    const folder = join(import.meta.dirname, '../../src');
    const headerNames = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.server.ts'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /(?<!-)\bheaders(?:\??\.\[?|\[)'?([a-z][\w-]*)'?\]?|header: '([\w-]+)'|\{ (\w+) \} = \w+\.headers/g,
        ),
      ])
      .map(([, accessed, option, destructured]) => accessed ?? option ?? destructured ?? '')
      .filter((name) => ![...methods, ...responseHeaders, 'header'].includes(name));
    expect(headerNames.length).toBeGreaterThan(15);
    expect([...new Set(headerNames)].filter((name) => !fuzzedHeaders.includes(name))).toEqual([]);
  });
});
