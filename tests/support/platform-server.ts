import { serve } from './http-server';

interface ReceivedConversion {
  path: string;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

/**
 * Starts a stand-in for the platforms' conversion APIs. It records conversions, or fails on demand.
 */
export async function startPlatform() {
  const received: ReceivedConversion[] = [];
  let failures: { left: number; status: number; headers: Record<string, string> } | undefined;
  const { origin } = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      received.push({
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
      });
      if (failures && failures.left > 0) {
        failures.left -= 1;
        response.writeHead(failures.status, failures.headers).end('{"error":"not now"}');
        return;
      }
      response.writeHead(200).end('{}');
    });
  });
  return {
    conversionApis: { googleAnalytics: origin, meta: `${origin}/v23.0` },
    received,
    /** Responds to the next `left` conversions with this status. */
    fail: (left: number, status = 500, headers: Record<string, string> = {}) => {
      failures = { left, status, headers };
    },
  };
}
