import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { SECOND } from '../../src/lib/time/durations';
import { examineCdn } from '../../src/operations/checks/examine-cdn.server';
import { freePort } from '../support/free-port';
import { serve } from '../support/http-server';
import { createTestApp } from '../support/test-app';

const visitor = '198.51.100.7';

interface Faults {
  /** Addresses that are stored although the site forbids it. */
  stores?: RegExp;
  /** Pages are stored, and also sent to the owner. */
  ignoresCookie?: boolean;
  storesNothing?: boolean;
  purgeStatus?: number;
  /** Purges are accepted and have no effect. */
  keepsPages?: boolean;
  /** What it sends as `X-Forwarded-For`. */
  forward?: (received: string | undefined) => string;
}

/**
 * Starts a CDN in front of a site. It stores responses with a `CDN-Cache-Control`, sends the
 * visitor's address, and empties its cache when it is purged.
 */
async function createSiteBehindCdn(faults: Faults = {}) {
  const stored = new Map<string, { status: number; headers: Headers; body: Buffer }>();
  let origin = '';
  const cdn = await serve(async ({ url = '', method, headers }, response) => {
    if (method === 'POST') {
      if (!faults.keepsPages) stored.clear();
      response.writeHead(faults.purgeStatus ?? 200).end();
      return;
    }
    const isOwner = headers.cookie !== undefined && !faults.ignoresCookie;
    const cached = isOwner ? undefined : stored.get(url);
    const received = await fetch(`${origin}${url}`, {
      headers: {
        'X-Forwarded-For': (faults.forward ?? (() => visitor))(String(headers['x-forwarded-for'])),
        'CF-Connecting-IP': visitor,
        ...(headers.cookie !== undefined && { Cookie: headers.cookie }),
      },
    });
    const body = Buffer.from(await received.arrayBuffer());
    const reply = cached ?? { status: received.status, headers: received.headers, body };
    const isAllowed = received.headers.has('cdn-cache-control') && !faults.storesNothing;
    if (!cached && !isOwner && (isAllowed || faults.stores?.test(url))) stored.set(url, reply);
    const id = reply.headers.get('x-request-id');
    response.writeHead(reply.status, {
      'Content-Type': reply.headers.get('content-type') ?? 'text/plain',
      ...(id !== null && { 'X-Request-Id': id }),
    });
    response.end(reply.body);
  });
  const settings = {
    SITE_URL: cdn.origin,
    TRUST_PROXY: '127.0.0.1',
    CDN_PURGE_URL: `${cdn.origin}/purge`,
    CDN_PURGE_TOKEN: 'a-token-of-the-CDN',
  };
  // Its own purges, at the start, must not empty the cache in the middle of an examination.
  const otherCdn = await serve((_, response) => response.end());
  const { app } = await createTestApp({ ...settings, CDN_PURGE_URL: otherCdn.origin });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const findings = await examineCdn(readEnvironment(settings), SECOND);
  return findings.map(({ level, text }) => `${level} ${text}`);
}

describe('npm run doctor behind a CDN', () => {
  test('reports no problem with a CDN that is configured as documented', async () => {
    expect(await createSiteBehindCdn()).toEqual([
      'ok The CDN accepts purges',
      'ok The home page comes from the CDN',
      'ok The CDN passes on what the owner asks for',
      `ok Visitors count under their own addresses; this machine’s is ${visitor}`,
    ]);
  });

  test.each<[string, Faults, RegExp]>([
    ['refused credentials', { purgeStatus: 403 }, /^broken The CDN refuses purges with 403/],
    ['pages that are not stored', { storesNothing: true }, /^note The home page does not come/],
    ['a stored admin page', { stores: /^\/admin/ }, /^unsafe The CDN stores \/admin,/],
    ['a stored list of leads', { stores: /^\/api\/leads/ }, /^unsafe The CDN stores \/api\/leads,/],
    ['stored pages for the owner', { ignoresCookie: true }, /^unsafe .* cookie session: the owner/],
    ['an address of the CDN', { forward: () => '203.0.113.9' }, /^unsafe The site takes the CDN’s/],
    [
      'purges that have no effect',
      { keepsPages: true },
      /^broken The CDN still has the home page 1 seconds/,
    ],
    [
      'an address that visitors choose',
      { forward: (received) => received ?? '' },
      /^unsafe Visitors can choose the address/,
    ],
    [
      'an address that is none',
      { forward: () => 'unknown' },
      /^unsafe The proxy forwards “unknown”, which is no address/,
    ],
  ])('reports %s', async (_, faults, finding) => {
    expect(await createSiteBehindCdn(faults)).toContainEqual(expect.stringMatching(finding));
  });

  test('still tries a purge when the site can’t be reached', async () => {
    const cdn = await serve((_, response) => response.end());
    const findings = await examineCdn(
      readEnvironment({
        SITE_URL: `http://127.0.0.1:${await freePort()}`,
        CDN_PURGE_URL: cdn.origin,
        CDN_PURGE_TOKEN: 'a-token-of-the-CDN',
      }),
    );
    expect(findings).toEqual([
      { level: 'ok', text: 'The CDN accepts purges' },
      { level: 'note', text: expect.stringContaining('was examined, because') },
    ]);
  });

  test('reports only how visitors are counted when there is a proxy and no CDN, and nothing without both', async () => {
    const { app } = await createTestApp({ TRUST_PROXY: '127.0.0.1' });
    const SITE_URL = await app.listen({ host: '127.0.0.1', port: 0 });
    expect(await examineCdn(readEnvironment({ SITE_URL, TRUST_PROXY: '127.0.0.1' }))).toEqual([
      { level: 'unsafe', text: expect.stringMatching(/^Visitors can choose the address/) },
    ]);
    expect(await examineCdn(readEnvironment({}))).toEqual([]);
  });
});
