import { createHmac, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { type RawResponse, readResponse, sendRaw } from '../support/raw-request';
import { isHeadValid, writeRequest } from './fuzz-bytes';
import { createFuzzOwner } from './fuzz-owner';
import { buildRequests, type FuzzRequest } from './fuzz-requests';
import { listRoutes } from './fuzz-routes';

/** Settings with the secrets that the fuzzed server needs to verify signed webhooks. */
export const webhookSecrets = {
  STRIPE_WEBHOOK_SECRET: 'whsec_test_secret',
  CALENDLY_WEBHOOK_SECRET: 'calendly-secret',
  CAL_WEBHOOK_SECRET: 'cal-secret',
};

function isErrorShape(text: string): boolean {
  try {
    const body: Record<string, unknown> = JSON.parse(text);
    // A booking of a taken slot is rejected with alternatives.
    const known = ['message', 'code', 'fields', 'alternatives'];
    const extra = Object.keys(body).filter((key) => !known.includes(key));
    return typeof body.message === 'string' && typeof body.code === 'string' && extra.length === 0;
  } catch {
    return false;
  }
}

/** The specified response of a valid payment request when payments are not configured: not a problem. */
const isUnconfigured = ({ status, text }: RawResponse): boolean =>
  status === 503 && text.includes('Payment processing is not configured.');

/** Internals that must not leak: a stack trace, a driver's error, a query, a server path. */
const internals = /\bat .*\.js:\d|SqliteError|node_modules|dist\/server|select \\?"\w+\\?"/i;

/** Hostile texts as they are in a page that does not escape them. */
const unescaped = /<script>alert\(1\)|<img src=x/i;

/** Describes what is wrong with a response; undefined when it is fine. */
function findProblem(
  request: FuzzRequest,
  head: string,
  response: RawResponse,
): string | undefined {
  const { route, method, target } = request;
  const { status, text, headers } = response;
  if (status === 0) {
    // CONNECT asks for a tunnel and is closed. A large unread body can lose the response.
    const isClosed = method === 'CONNECT' || request.body.bytes.length > 50_000;
    return isClosed ? undefined : 'no response';
  }
  if (status >= 500 && !isUnconfigured(response)) return `status ${status}`;
  if (internals.test(text) || text.includes(process.cwd())) return 'leaked internals';
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  if (isHtml && unescaped.test(text)) return 'unescaped text';
  if (method === 'HEAD' || status < 400) {
    const isPage = route.kind === 'page' && method === 'GET' && status === 200;
    const isDocument = /^(<!--.*?-->\s*)?<!doctype html>/i.test(text);
    return isPage && target === route.path && !isDocument ? 'a page that is not HTML' : undefined;
  }
  if (target.startsWith('/api/') && route.kind !== 'page') {
    return isErrorShape(text) ? undefined : `status ${status} without the error shape`;
  }
  // The API's documentation is a page, but its errors are those of the API.
  const isPage = ['page', 'form'].includes(route.kind) && !target.startsWith('/api/');
  const asksForHtml = /^accept: text\/html/im.test(head);
  // Bytes after the announced body are a second request that Node can't parse. Its error may
  // arrive first, and is JSON.
  const announcedLength = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Infinity);
  const isOneRequest = announcedLength >= request.body.bytes.length;
  if (isPage && target.startsWith(route.path) && asksForHtml && isHeadValid(head) && isOneRequest) {
    return isHtml ? undefined : `status ${status} of a page that is not HTML`;
  }
  return isHtml || isErrorShape(text)
    ? undefined
    : `status ${status} with neither HTML nor the error shape`;
}

/** Signs a webhook's body as its provider does. */
function sign({ route, body }: FuzzRequest): readonly [name: string, value: string] {
  const hmac = (text: Buffer, secret: string) =>
    createHmac('sha256', secret).update(text).digest('hex');
  const time = Math.floor(Date.now() / 1000);
  const withTime = Buffer.concat([Buffer.from(`${time}.`), body.bytes]);
  const secrets = webhookSecrets;
  if (route.path.endsWith('/cal')) {
    return ['x-cal-signature-256', hmac(body.bytes, secrets.CAL_WEBHOOK_SECRET)];
  }
  return route.path.endsWith('/calendly')
    ? [
        'calendly-webhook-signature',
        `t=${time},v1=${hmac(withTime, secrets.CALENDLY_WEBHOOK_SECRET)}`,
      ]
    : ['stripe-signature', `t=${time},v1=${hmac(withTime, secrets.STRIPE_WEBHOOK_SECRET)}`];
}

/** Formats the start of a request as one line. */
const summarize = (bytes: Buffer): string => {
  const text = bytes
    .toString('latin1')
    .replaceAll(/(.)\1{60,}/g, (run) => `${run.slice(0, 3)}{${run.length} times}`);
  return JSON.stringify(text.slice(0, 700));
};

/**
 * Sends random requests to every route of a running server, half of them as the admin. The same seed and
 * number of runs produce the same requests.
 * @returns the problems found, each with its request, and the number of responses by status
 */
export async function fuzz(
  url: string,
  { runs, seed = randomInt(2 ** 31) }: { runs: number; seed?: number | undefined },
) {
  const routes = await listRoutes(url);
  const port = Number(new URL(url).port);
  const wrong: string[] = [];
  const seen = new Map<number, number>();
  const owner = createFuzzOwner(url);
  await owner.signIn();
  await fc.assert(
    fc.asyncProperty(buildRequests(routes), async (generated) => {
      const request = { ...generated, ...(await owner.fillIn(generated)) };
      const credentials = [
        ...(request.isAdmin ? [['cookie', owner.cookie()] as const] : []),
        ...(request.isSigned && request.route.kind === 'webhook' ? [sign(request)] : []),
      ];
      const { head, bytes } = writeRequest({
        ...request,
        headers: [...credentials, ...request.headers],
      });
      let problem: string | undefined;
      try {
        const response = readResponse(await sendRaw(port, bytes), request.method === 'HEAD');
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
        problem = findProblem(request, head, response);
        if (problem) problem += ` ${JSON.stringify(response.text.slice(0, 120))}`;
        // One of the requests has ended the session.
        if (request.isAdmin && response.status === 401) await owner.signIn();
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
      if (problem) wrong.push(`${problem} (seed ${seed}): ${summarize(bytes)}`);
    }),
    { numRuns: runs, seed },
  );
  return { wrong, seen, seed, routes };
}
