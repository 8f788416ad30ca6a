import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod/mini';
import { listenOnFreePort } from '../support/free-port';

const message = z.object({ data: z.object({ companyName: z.string() }) });

/** How long the last webhooks may take after the last start: the lease of an interrupted one. */
const maxWaitMs = 90_000;

/** Starts a receiver of webhooks that notes the companies and the messages' IDs. */
export async function startWebhookLog() {
  const ids = new Set<string>();
  const companies = new Set<string>();
  let total = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      total += 1;
      ids.add(String(request.headers['webhook-id']));
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      companies.add(message.parse(body).data.companyName);
      response.end('ok');
    });
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
    /** Waits for a message about each company. @returns which never came, and how many came twice */
    async waitFor(expected: readonly string[]) {
      const deadline = Date.now() + maxWaitMs;
      const findMissing = () => expected.filter((company) => !companies.has(company));
      while (findMissing().length > 0 && Date.now() < deadline) await pause(200);
      return { missing: findMissing(), total, doubled: total - ids.size };
    },
  };
}
