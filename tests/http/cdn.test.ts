import { describe, expect, onTestFinished, test } from 'vitest';
import { buildPurgeRequest, createPurge } from '../../src/foundation/cdn.plugin.server';
import { serve } from '../support/http-server';
import { createPictureSite } from '../support/picture-site';
import { samplePicture } from '../support/pictures';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';
import { startWebhookReceiver } from '../support/webhook-receiver';

const token = 'a-token-of-the-CDN';

/** The purges go nowhere. */
const unreachableCdn = { CDN_PURGE_URL: 'http://127.0.0.1:9/purge', CDN_PURGE_TOKEN: token };

/** Starts a site behind a CDN whose API receives purges. */
async function createSiteWithCdn() {
  const cdn = await startWebhookReceiver();
  const site = await createTestApp({ CDN_PURGE_URL: cdn.url, CDN_PURGE_TOKEN: token });
  const change = () => site.admin('POST', '/api/stats', sampleItems.stats);
  return { ...site, cdn, change };
}

/** Starts a server that redirects to another one, and keeps the method and the body. */
async function startRedirect() {
  const target = await serve((_, response) => response.end());
  const redirecting = await serve((_, response) =>
    response.writeHead(307, { location: target.origin }).end(),
  );
  return { target, redirecting };
}

const shortTimings = { delayMs: 1, firstRetryMs: 20, maxRetryMs: 50 };

/** Purges a CDN until it accepts, or the test ends. */
function startPurge(url: string): void {
  const { schedule, stop } = createPurge(url, token, { error: () => undefined }, shortTimings);
  onTestFinished(stop);
  schedule();
}

describe('CDN_PURGE_URL', () => {
  const getSite = shareSite(() => createTestApp(unreachableCdn));

  test.each(['/', '/talent', '/api/talents', '/api/talents/browse'])(
    'lets a CDN store %s for a day, and makes browsers revalidate it',
    async (url) => {
      const { headers } = await getSite().visitor('GET', url);
      expect(headers['cdn-cache-control']).toBe('max-age=86400, stale-while-revalidate=60');
      expect(headers['surrogate-control']).toBe('max-age=86400, stale-while-revalidate=60');
      expect(headers['surrogate-key']).toBe('content');
      expect(headers['cache-tag']).toBe('content');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['set-cookie']).toBeUndefined();
    },
  );

  test.each(['/enquiry', '/no-such-page', '/healthz', '/api/settings'])(
    'lets no CDN store %s',
    async (url) => {
      const { headers } = await getSite().visitor('GET', url);
      expect(headers['cdn-cache-control']).toBeUndefined();
    },
  );

  test('lets no CDN store a response to the owner', async () => {
    const { headers } = await getSite().admin('GET', '/api/talents');
    expect(headers['cdn-cache-control']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
  });

  test('purges the CDN when the server starts and after a content change', async () => {
    const { cdn, change } = await createSiteWithCdn();
    await cdn.waitFor(1);
    await change();
    const [, purge] = await cdn.waitFor(2);
    expect(purge?.headers.authorization).toBe(`Bearer ${token}`);
    expect(JSON.parse(purge?.body ?? '')).toEqual({ tags: ['content'] });
  });

  test('repeats a failed purge', async () => {
    const cdn = await startWebhookReceiver();
    cdn.react({ status: 429 });
    startPurge(cdn.url);
    await cdn.waitFor(1);
    cdn.react('accept');
    await cdn.waitFor(2);
  });

  test('does not send the token to where the CDN’s API redirects', async () => {
    const { target, redirecting } = await startRedirect();
    startPurge(redirecting.origin);
    // The purge that failed is repeated, which is after the redirect would have been followed.
    await expect.poll(redirecting.count).toBeGreaterThan(1);
    expect(target.count()).toBe(0);
  });

  test('sends no headers for CDNs when it is not set', async () => {
    const { visitor } = await createTestApp();
    const { headers } = await visitor('GET', '/');
    expect(headers['cdn-cache-control']).toBeUndefined();
    expect(headers['surrogate-key']).toBeUndefined();
  });
});

test('a CDN may store a picture for a day, so that a removed one does not stay there, also without CDN_PURGE_URL', async () => {
  const { upload, visitor } = await createPictureSite();
  const { servingPath } = await upload(await samplePicture());
  const { statusCode, headers } = await visitor('GET', servingPath);
  expect(statusCode).toBe(200);
  expect(headers['cdn-cache-control']).toBe('max-age=86400, stale-while-revalidate=60');
  expect(headers['cache-tag']).toBe('content');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

describe('OTEL_EXPORTER_OTLP_HEADERS', () => {
  test('are not sent to where the collector redirects', async () => {
    const { target, redirecting } = await startRedirect();
    const { app, visitor } = await createTestApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: redirecting.origin,
      OTEL_EXPORTER_OTLP_HEADERS: `Authorization=${token}`,
    });
    await visitor('GET', '/api/stats');
    await app.close();
    expect([redirecting.count(), target.count()]).toEqual([1, 0]);
  });
});

describe('buildPurgeRequest', () => {
  test('uses Fastly’s headers for its API', () => {
    const url = 'https://api.fastly.com/service/SU1Z0isxPaozGVKXdv0eY/purge';
    expect(buildPurgeRequest(url, token)).toEqual({
      method: 'POST',
      headers: { 'Fastly-Key': token, 'Fastly-Soft-Purge': '1', 'Surrogate-Key': 'content' },
    });
  });
});
