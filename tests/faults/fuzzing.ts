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
  let cookie = await signIn();
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requestsFor(routes), async ({ method, path, headers, body, isAdmin }) => {
      const what = `${method} ${path.slice(0, 80)}`;
      try {
        const answer = await fetch(url + path, {
          method,
          headers: { ...headers, ...(isAdmin && { cookie }) },
          redirect: 'manual',
          signal: AbortSignal.timeout(10_000),
          ...(method !== 'GET' && body !== undefined && { body }),
        });
        const text = await answer.text();
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        // A request of its own has ended the session, or has guessed too often.
        if (isAdmin && answer.status === 401) cookie = await signIn();
        if (answer.status >= 500) wrong.push(`${what}: ${answer.status} ${text.slice(0, 80)}`);
        if (/\bat .*\.js:\d|SqliteError|node_modules|select .* from/i.test(text)) {
          wrong.push(`${what}: inner text`);
        }
        if (answer.status >= 400 && path.startsWith('/api/') && !isErrorShape(text)) {
          wrong.push(`${what}: ${answer.status} in another shape: ${text.slice(0, 80)}`);
        }
      } catch (error) {
        // What `fetch` itself refuses to send is no request.
        const { cause, name } = error as { cause?: { code?: string }; name: string };
        if (name === 'TimeoutError') wrong.push(`${what}: no answer`);
        else if (cause?.code) wrong.push(`${what}: ${cause.code}`);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  return { wrong, seen, routes: routes.length };
}
