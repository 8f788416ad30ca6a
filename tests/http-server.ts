import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on the loopback that answers as it is told, until the test is over; counts what reaches it. */
export async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, count: () => count };
}

/** A server that sends for as long as it is read; settles `closed` when nobody reads on. */
export async function serveEndlessly() {
  let sent = 0;
  let end = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(100_000))) sent += 100_000;
    };
    response.on('drain', more).on('close', () => end());
    more();
  });
  return { ...server, closed, sent: () => sent };
}

/** A server that sends a byte now and then, for ever. */
export const serveDrops = () =>
  serve((_, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
