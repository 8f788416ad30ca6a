import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fuzzedHeaders } from '../faults/fuzz-headers';
import { listRoutes } from '../faults/fuzz-routes';
import { fuzz, webhookSecrets } from '../faults/fuzzing';
import { adminPassword, testApp } from '../test-app';

const { STRIPE_WEBHOOK_SECRET: _, ...settings } = webhookSecrets;

/** A site that listens: raw requests need a socket. */
async function listen() {
  const { app } = await testApp({ ...settings, TRUST_PROXY: '127.0.0.1' });
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

/** Headers of responses that the source reads as well. */
const responseHeaders = ['set-cookie'];

/** Names of `Headers`' methods, which read like names of headers. */
const methods = ['get', 'getSetCookie', 'has'];

describe('fuzzing', () => {
  test('gets no 5xx and one shape of error from any route', async () => {
    const { url } = await listen();
    // FUZZ_SEED repeats the requests of a failed run.
    const seed = process.env.FUZZ_SEED === undefined ? undefined : Number(process.env.FUZZ_SEED);
    const { wrong } = await fuzz(url, adminPassword, { runs: 300, seed });
    expect(wrong).toEqual([]);
  }, 120_000);

  test('covers each route of the server', async () => {
    const { app, url } = await listen();
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
    const read = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.server.ts'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8').matchAll(
          /(?<!-)\bheaders(?:\??\.\[?|\[)'?([a-z][\w-]*)'?\]?|header: '([\w-]+)'|\{ (\w+) \} = \w+\.headers/g,
        ),
      ])
      .map(([, direct, named, taken]) => direct ?? named ?? taken ?? '')
      .filter((name) => ![...methods, ...responseHeaders, 'header'].includes(name));
    expect(read.length).toBeGreaterThan(15);
    expect([...new Set(read)].filter((name) => !fuzzedHeaders.includes(name))).toEqual([]);
  });
});
