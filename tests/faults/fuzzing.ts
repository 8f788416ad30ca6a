import { createHmac, randomInt } from 'node:crypto';
import fc from 'fast-check';
import { type RawResponse, readResponse, sendRaw } from '../raw-request';
import { sampleItems } from '../samples';
import { isHeadValid, writeRequest } from './fuzz-bytes';
import { type FuzzRequest, requestsFor, rightId } from './fuzz-requests';
import { listRoutes } from './fuzz-routes';

/** The secrets of a server that is sent signed messages, as its settings name them. */
export const webhookSecrets = {
  STRIPE_WEBHOOK_SECRET: 'whsec_test_secret',
  CALENDLY_WEBHOOK_SECRET: 'calendly-secret',
  CAL_WEBHOOK_SECRET: 'cal-secret',
};

function isErrorShape(text: string): boolean {
  try {
    const body: Record<string, unknown> = JSON.parse(text);
    // A call at a time that has been taken is refused with other times.
    const known = ['message', 'code', 'fields', 'alternatives'];
    const extra = Object.keys(body).filter((key) => !known.includes(key));
    return typeof body.message === 'string' && typeof body.code === 'string' && extra.length === 0;
  } catch {
    return false;
  }
}

/** The specification's response to a payment where cards are not taken: that a body was good is no fault. */
const isUnconfigured = ({ status, text }: RawResponse): boolean =>
  status === 503 && text.includes('Payment processing is not configured.');

/** What belongs in a log: a stack, a driver's error, a query, a folder of the server. */
const innerText = /\bat .*\.js:\d|SqliteError|node_modules|dist\/server|select \\?"\w+\\?"/i;

/** Says what is wrong with a response; undefined when nothing is. */
function judge(request: FuzzRequest, head: string, response: RawResponse): string | undefined {
  const { route, method, target } = request;
  const { status, text, headers } = response;
  if (status === 0) {
    // CONNECT asks for a tunnel, and is closed. A large body that nobody reads can cost the response.
    const isClosed = method === 'CONNECT' || request.body.bytes.length > 50_000;
    return isClosed ? undefined : 'no response';
  }
  if (status >= 500 && !isUnconfigured(response)) return `status ${status}`;
  if (innerText.test(text) || text.includes(process.cwd())) return 'inner text';
  if (method === 'HEAD' || status < 400) {
    const isPage = route.kind === 'page' && method === 'GET' && status === 200;
    const isHtml = /^(<!--.*?-->\s*)?<!doctype html>/i.test(text);
    return isPage && target === route.path && !isHtml ? 'a page that is not HTML' : undefined;
  }
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  if (target.startsWith('/api/') && route.kind !== 'page') {
    return isErrorShape(text) ? undefined : `status ${status} in another shape`;
  }
  const isPage = route.kind === 'page' || route.kind === 'form';
  const asksForHtml = /^accept: text\/html/im.test(head);
  if (isPage && target.startsWith(route.path) && asksForHtml && isHeadValid(head)) {
    return isHtml ? undefined : `status ${status} of a page that is not HTML`;
  }
  return isHtml || isErrorShape(text) ? undefined : `status ${status} in no known shape`;
}

/** Signs a webhook's body as its sender does. */
function sign({ route, body }: FuzzRequest): readonly [name: string, value: string] {
  const hmac = (text: Buffer, secret: string) =>
    createHmac('sha256', secret).update(text).digest('hex');
  const time = Math.floor(Date.now() / 1000);
  const timed = Buffer.concat([Buffer.from(`${time}.`), body.bytes]);
  const secrets = webhookSecrets;
  if (route.path.endsWith('/cal')) {
    return ['x-cal-signature-256', hmac(body.bytes, secrets.CAL_WEBHOOK_SECRET)];
  }
  return route.path.endsWith('/calendly')
    ? ['calendly-webhook-signature', `t=${time},v1=${hmac(timed, secrets.CALENDLY_WEBHOOK_SECRET)}`]
    : ['stripe-signature', `t=${time},v1=${hmac(timed, secrets.STRIPE_WEBHOOK_SECRET)}`];
}

/** What the fuzzing knows of the running server: a session, and the ids of what exists. */
function createOwner(url: string, password: string) {
  let cookie = '';
  let pictureId = 'x';

  async function call(path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.ok ? response.json() : undefined;
  }

  return {
    cookie: () => cookie,

    async signIn(): Promise<void> {
      const response = await fetch(`${url}/api/auth/admin/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ password }),
      });
      cookie = response.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ');
    },

    /** Puts what exists into a target that asks for it. */
    async fill(target: string): Promise<string> {
      if (!target.includes(rightId)) return target;
      if (target.startsWith('/api/objects/upload/')) {
        const grant = (await call('/api/objects/upload', {})) as
          | { uploadURL: string; servingPath: string }
          | undefined;
        pictureId = grant?.servingPath.split('/').at(-1) ?? pictureId;
        return grant ? grant.uploadURL.replace(/^https?:\/\/[^/]+/, '') : target;
      }
      if (target.startsWith('/objects/')) return target.replaceAll(rightId, pictureId);
      const samples: Record<string, unknown> = sampleItems;
      const name =
        Object.keys(samples).find((one) => target.startsWith(`/api/${one}/`)) ?? 'talents';
      const [first] = (await call(`/api/${name}`)) as { id: string }[];
      const created = first ? undefined : await call(`/api/${name}`, samples[name]);
      const item = first ?? (created as { id: string } | undefined);
      return target.replaceAll(rightId, item?.id ?? 'x');
    },
  };
}

/** The beginning of a request as one line. */
const describe = (bytes: Buffer): string => {
  const text = bytes
    .toString('latin1')
    .replaceAll(/(.)\1{60,}/g, (run) => `${run.slice(0, 3)}{${run.length} times}`);
  return JSON.stringify(text.slice(0, 700));
};

/**
 * Sends requests to every route of a running server, half of them as the admin. The same seed and number
 * send the same requests.
 * @returns what was wrong with the responses, each with its request, and how many there were of each status
 */
export async function fuzz(
  url: string,
  password: string,
  { runs, seed = randomInt(2 ** 31) }: { runs: number; seed?: number | undefined },
) {
  const routes = await listRoutes(url);
  const port = Number(new URL(url).port);
  const wrong: string[] = [];
  const seen = new Map<number, number>();
  const owner = createOwner(url, password);
  await owner.signIn();
  await fc.assert(
    fc.asyncProperty(requestsFor(routes), async (made) => {
      const request = { ...made, target: await owner.fill(made.target) };
      const own = [
        ...(request.isAdmin ? [['cookie', owner.cookie()] as const] : []),
        ...(request.isSigned && request.route.kind === 'webhook' ? [sign(request)] : []),
      ];
      const { head, bytes } = writeRequest({ ...request, headers: [...own, ...request.headers] });
      let fault: string | undefined;
      try {
        const response = readResponse(await sendRaw(port, bytes), request.method === 'HEAD');
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
        fault = judge(request, head, response);
        if (fault) fault += ` ${JSON.stringify(response.text.slice(0, 120))}`;
        // A request of its own has ended the session, or has guessed too often.
        if (request.isAdmin && response.status === 401) await owner.signIn();
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error);
      }
      if (fault) wrong.push(`${fault} (seed ${seed}): ${describe(bytes)}`);
    }),
    { numRuns: runs, seed },
  );
  return { wrong, seen, seed, routes };
}
