import { setTimeout as pause } from 'node:timers/promises';
import { getSessionCookie } from '../../foundation/auth/cookies.server';
import { buildPurgeRequest } from '../../foundation/cdn.plugin.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { toClientNetwork, unknownAddress } from '../../http/client-network.server';
import { isLocalHost } from '../../lib/network/local-network.server';
import { createSafeFetch } from '../../lib/network/safe-fetch.server';
import { z } from '../../lib/schema';
import { SECOND } from '../../lib/time/durations';
import { type Finding, formatReason, report, reportIf } from './check.server';

const timeoutMs = 8 * SECOND;

/** Maximum time until a purge has reached the CDN's servers. */
const maxPurgeMs = 10 * SECOND;

/** Pause between two looks for a purge's effect. */
const purgePauseMs = 500;

const maxBytes = 5_000_000;

/** An address for documentation (RFC 5737), which no visitor has. */
const inventedAddress = '192.0.2.1';

const clientAddress = z.object({ address: z.string(), cdnAddress: z.nullable(z.string()) });

type Request = (path: string, headers?: Record<string, string>) => Promise<Response>;

/**
 * Returns the ID that the site gave a response. Each request gets another one, so that a response
 * with the ID of an earlier one comes from a cache.
 */
const readId = ({ headers }: Response) => headers.get('x-request-id');

/** Returns whether two responses have the same ID, so that the second one comes from a cache. */
const isRepeated = (first: Response, second: Response) =>
  readId(first) !== null && readId(first) === readId(second);

async function sendPurge(environment: Environment, url: string, token: string): Promise<Finding> {
  const send = createSafeFetch(environment, { timeoutMs, maxBytes, trustedUrl: url });
  try {
    const { ok, status } = await send(url, buildPurgeRequest(url, token));
    return ok
      ? report.ok('The CDN accepts purges')
      : report.broken(
          `The CDN refuses purges with ${status}: visitors see old pages for a day. Check CDN_PURGE_URL and CDN_PURGE_TOKEN.`,
        );
  } catch (error) {
    return report.broken(`CDN_PURGE_URL can't be reached: ${formatReason(error)}`);
  }
}

/** Examines whether the CDN stores pages, and drops them after a purge. */
async function examinePages(
  request: Request,
  purge: () => Promise<Finding>,
  maxMs: number,
): Promise<Finding[]> {
  await request('/');
  const stored = await request('/');
  const isStored = isRepeated(stored, await request('/'));
  const purged = await purge();
  if (!isStored) {
    const text = 'The home page does not come from the CDN: see “Set up the CDN” in docs/cdn.md.';
    return [purged, report.note(text)];
  }
  const findings = [purged, report.ok('The home page comes from the CDN')];
  if (purged.level !== 'ok') return findings;
  const deadline = performance.now() + maxMs;
  while (isRepeated(stored, await request('/'))) {
    if (performance.now() > deadline) {
      const text = `The CDN still has the home page ${maxMs / SECOND} seconds after a purge: does CDN_PURGE_URL name this site’s zone or service?`;
      return [...findings, report.broken(text)];
    }
    await pause(purgePauseMs);
  }
  return findings;
}

/** Examines whether the owner's responses bypass the CDN. */
async function examineOwnerPages(request: Request, environment: Environment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of ['/admin', '/api/leads', '/healthz']) {
    if (!isRepeated(await request(path), await request(path))) continue;
    findings.push(report.unsafe(`The CDN stores ${path}, although the site forbids it.`));
  }
  const { name } = getSessionCookie(environment);
  const headers = { Cookie: `${name}=doctor` };
  await request('/');
  if (isRepeated(await request('/'), await request('/', headers))) {
    const text = `The CDN responds to requests with the cookie ${name}: the owner sees changes late. Let it bypass the cache.`;
    findings.push(report.unsafe(text));
  }
  return findings.length > 0 ? findings : [report.ok('The CDN passes on what the owner asks for')];
}

/** Examines whether visitors count under their own addresses. */
async function examineAddress(request: Request): Promise<Finding[]> {
  const response = await request('/api/client-address', { 'X-Forwarded-For': inventedAddress });
  const { address, cdnAddress } = clientAddress.parse(await response.json());
  const counted = toClientNetwork(address).address;
  if (counted === unknownAddress) {
    const text = `The proxy forwards “${address.slice(0, 60)}”, which is no address: all such visitors share the rate limits. Let it set X-Forwarded-For to the visitor’s address.`;
    return [report.unsafe(text)];
  }
  if (counted === inventedAddress) {
    const text =
      'Visitors can choose the address that the rate limits count: the CDN or the proxy has to replace X-Forwarded-For.';
    return [report.unsafe(text)];
  }
  const isVisitor = cdnAddress === null || toClientNetwork(cdnAddress).address === counted;
  if (isVisitor)
    return [report.ok(`Visitors count under their own addresses; this machine’s is ${address}`)];
  const text = `The site takes the CDN’s address ${address} for the visitor’s: all visitors share the rate limits. TRUST_PROXY and the proxy have to name the CDN’s networks.`;
  return [report.unsafe(text)];
}

/**
 * Examines whether the CDN in front of the site is configured as docs/cdn.md requires. Without one,
 * examines only the addresses that a proxy forwards.
 * @param maxMs how long a purge may take to have an effect; the tests shorten it
 */
export async function examineCdn(
  environment: Environment,
  maxMs: number = maxPurgeMs,
): Promise<Finding[]> {
  const { SITE_URL, CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token, TRUST_PROXY } = environment;
  const fetchSite = createSafeFetch(environment, { timeoutMs, maxBytes, trustedUrl: SITE_URL });
  const request: Request = (path, headers = {}) =>
    fetchSite(new URL(path, SITE_URL), { headers: { 'Accept-Encoding': 'br', ...headers } });
  if (url === undefined || token === undefined) {
    return TRUST_PROXY
      ? examineAddress(request).catch((error) => [
          report.note(
            `The addresses that the proxy forwards were not examined: ${formatReason(error)}`,
          ),
        ])
      : [];
  }
  const { protocol, hostname } = new URL(url);
  const isPlaintext = protocol === 'http:' && !isLocalHost(hostname);
  const plaintext = report.unsafe('CDN_PURGE_URL is not https: its token can be intercepted.');
  const findings = reportIf(isPlaintext, plaintext);
  const purge = () => sendPurge(environment, url, token);

  try {
    const health = await request('/healthz');
    if (!health.ok) throw new Error(`it responds with ${health.status}`);
  } catch (error) {
    const text = `Nothing else about the CDN was examined, because ${SITE_URL} can't be reached: ${formatReason(error)}`;
    return [...findings, await purge(), report.note(text)];
  }
  try {
    findings.push(...(await examinePages(request, purge, maxMs)));
    findings.push(...(await examineOwnerPages(request, environment)));
    findings.push(...(await examineAddress(request)));
  } catch (error) {
    findings.push(report.broken(`The CDN can't be examined: ${formatReason(error)}`));
  }
  return findings;
}
