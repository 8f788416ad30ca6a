import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

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
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    conversionApis: { googleAnalytics: origin, meta: `${origin}/v23.0` },
    received,
    /** Responds to the next `left` conversions with this status. */
    fail: (left: number, status = 500, headers: Record<string, string> = {}) => {
      failures = { left, status, headers };
    },
  };
}
