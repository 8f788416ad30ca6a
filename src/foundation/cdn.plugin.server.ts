import type { FastifyBaseLogger } from 'fastify';
import { createSafeFetch } from '../lib/network/safe-fetch.server';
import { picturesPath } from '../lib/picture-url';
import { HOUR, MINUTE, SECOND } from '../lib/time/durations';
import { definePlugin } from './environment/define-plugin.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** Purges what a CDN has stored, after the content has changed. */
    purgeCdn: () => void;
  }
}

/** The surrogate key of everything that changes with the content. */
const surrogateKey = 'content';

const freshSeconds = (24 * HOUR) / SECOND;

/** How long a CDN may serve the previous page while it fetches the new one. */
const staleSeconds = MINUTE / SECOND;

const policy = `max-age=${freshSeconds}, stale-while-revalidate=${staleSeconds}`;

/**
 * The headers that only CDNs read: RFC 9213 and Cloudflare, then Fastly. Browsers still ask for a page
 * each time (`Cache-Control: no-cache`), and keep a picture. A CDN does not: a photograph that somebody
 * wants to have removed must not stay there.
 */
const cdnHeaders = {
  'CDN-Cache-Control': policy,
  'Cache-Tag': surrogateKey,
  'Surrogate-Control': policy,
  'Surrogate-Key': surrogateKey,
};

/** Durations in milliseconds. The tests shorten them. */
const defaultTimings = {
  /** Delay within which several changes share a purge. */
  delayMs: SECOND,
  /** Delay after the first failure. Each further delay is twice as long. */
  firstRetryMs: 5 * SECOND,
  maxRetryMs: 5 * MINUTE,
};

const limits = { timeoutMs: 10 * SECOND, maxBytes: 1_000_000 };

/** Builds the request that purges a CDN: Fastly's, or Cloudflare's, which others imitate. */
export function buildPurgeRequest(url: string, token: string): RequestInit {
  return new URL(url).hostname === 'api.fastly.com'
    ? {
        method: 'POST',
        // Soft: the CDN may still serve the previous page while it fetches the new one.
        headers: { 'Fastly-Key': token, 'Fastly-Soft-Purge': '1', 'Surrogate-Key': surrogateKey },
      }
    : {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ tags: [surrogateKey] }),
      };
}

/** Creates a purge that is tried again until it succeeds. */
export function createPurge(
  url: string,
  token: string,
  log: Pick<FastifyBaseLogger, 'error'>,
  { delayMs, firstRetryMs, maxRetryMs } = defaultTimings,
) {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  // Follows no redirect, which would send the token elsewhere.
  const send = createSafeFetch({}, { ...limits, trustedUrl: url });

  async function purge(): Promise<void> {
    timer = undefined;
    try {
      const response = await send(url, buildPurgeRequest(url, token));
      if (!response.ok) throw new Error(`The CDN responded with ${response.status}.`);
      failures = 0;
    } catch (error) {
      if (failures === 0) log.error({ err: error }, 'the CDN could not be purged');
      failures += 1;
      schedule(Math.min(maxRetryMs, firstRetryMs * 2 ** (failures - 1)));
    }
  }

  function schedule(ms: number): void {
    timer ??= setTimeout(purge, ms).unref();
  }

  return { schedule: () => schedule(delayMs), stop: () => clearTimeout(timer) };
}

/**
 * Lets a CDN store pictures and, with `CDN_PURGE_URL`, pages and lists, which are then purged when
 * the content changes.
 * Each process purges when it has seen the change itself: the last purge comes after all processes
 * have emptied their caches, so the CDN can't keep a page that one of them has served too late.
 */
export const cdnPlugin = definePlugin({ name: 'cdn' }, (app, { environment }) => {
  const { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token } = environment;
  const canPurge = url !== undefined && token !== undefined;
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPicture = request.url.startsWith(picturesPath);
    const isStored = isPicture || (canPurge && reply.hasHeader('cache-status'));
    if (isStored && [200, 304].includes(reply.statusCode)) reply.headers(cdnHeaders);
    done(null, payload);
  });
  if (!canPurge) {
    app.decorate('purgeCdn', () => {});
    return;
  }
  const { schedule, stop } = createPurge(url, token, app.log);
  app.decorate('purgeCdn', schedule);
  app.addHook('onClose', async () => stop());
});
