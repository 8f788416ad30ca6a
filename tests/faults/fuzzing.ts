import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { readDescription, requestsFor } from './fuzz-requests';

function isErrorShape(text: string): boolean {
  try {
    const body: Record<string, unknown> = JSON.parse(text);
    const extra = Object.keys(body).filter((key) => !['message', 'code', 'fields'].includes(key));
    return typeof body.message === 'string' && typeof body.code === 'string' && extra.length === 0;
  } catch {
    return false;
  }
}

/** The specification's answer to a payment where cards are not taken: that a body was good is no fault. */
const isUnconfigured = (status: number, text: string): boolean =>
  status === 503 && text.includes('Payment processing is not configured.');

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Sends a request as it is written: `fetch` would tidy up its address, and refuse half of the methods.
 * @throws when there is no answer within ten seconds, or when Node refuses to write it
 */
function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: Sent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const bytes = method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : Buffer.from(body);
    const outgoing = request(
      {
        ...{ agent, hostname, port, method, path, timeout: 10_000 },
        headers: { ...headers, ...(bytes.length > 0 && { 'content-length': bytes.length }) },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

/**
 * Sends requests to every route that a running server describes, half of them as the admin.
 * @returns what was wrong with the answers, and how many there were of each status
 */
export async function fuzz(url: string, password: string, runs: number) {
  const routes = await readDescription(url);
  const wrong: string[] = [];
  const signIn = async () => {
    const answer = await fetch(`${url}/api/auth/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password }),
    });
    return answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let cookie = await signIn();
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requestsFor(routes), async ({ method, path, headers, body, isAdmin }) => {
      const what = `${method} ${path.slice(0, 80)}`;
      try {
        const { status, text } = await send(url, agent, {
          ...{ method, path, body },
          headers: { ...headers, ...(isAdmin && { cookie }) },
        });
        seen.set(status, (seen.get(status) ?? 0) + 1);
        // A request of its own has ended the session, or has guessed too often.
        if (isAdmin && status === 401) cookie = await signIn();
        if (status >= 500 && !isUnconfigured(status, text))
          wrong.push(`${what}: ${status} ${text.slice(0, 80)}`);
        if (/\bat .*\.js:\d|SqliteError|node_modules|select .* from/i.test(text)) {
          wrong.push(`${what}: inner text`);
        }
        if (status >= 400 && method !== 'HEAD' && path.startsWith('/api/') && !isErrorShape(text)) {
          wrong.push(`${what}: ${status} in another shape: ${text.slice(0, 80)}`);
        }
      } catch (error) {
        // What Node itself refuses to write is no request.
        const { code = '', message } = error as NodeJS.ErrnoException;
        if (!/^ERR_(INVALID|UNESCAPED)/.test(code)) wrong.push(`${what}: ${code || message}`);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  agent.destroy();
  return { wrong, seen, routes: routes.length };
}
