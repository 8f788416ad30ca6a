import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { serve } from './http-server';

interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

type Reaction = 'accept' | 'hang' | { status: number; body?: string };

/** Starts a receiver of webhooks. It accepts messages, until `react` says otherwise. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let reaction: Reaction = 'accept';
  const server = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      if (reaction === 'hang') return;
      const { status, body = 'no' } =
        reaction === 'accept' ? { status: 200, body: 'ok' } : reaction;
      response.writeHead(status).end(body);
    });
  });
  return {
    url: `${server.origin}/hook`,
    received,
    react: (next: Reaction) => {
      reaction = next;
    },
    /** Waits for so many messages, and returns all. */
    waitFor: async (count: number) => {
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(count);
      return received;
    },
  };
}
