import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from './free-port';

/**
 * Starts an HTTP server on the loopback interface until the test finishes. It counts the requests.
 */
export async function serve(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    handler(request, response);
  });
  const port = await listenOnFreePort(server);
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { port, origin: `http://127.0.0.1:${port}`, count: () => count, close };
}

/** Starts a server whose response never ends. `closed` settles when the client disconnects. */
export async function serveEndlessly() {
  let sent = 0;
  let markClosed = () => {};
  const closed = new Promise<void>((resolve) => {
    markClosed = resolve;
  });
  const server = await serve((_, response) => {
    const sendMore = () => {
      while (!response.destroyed && response.write('x'.repeat(100_000))) sent += 100_000;
    };
    response.on('drain', sendMore).on('close', () => markClosed());
    sendMore();
  });
  return { ...server, closed, sent: () => sent };
}

/** Starts a server that sends its response one byte at a time, without end. */
export const serveDrops = () =>
  serve((_, response) => {
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
