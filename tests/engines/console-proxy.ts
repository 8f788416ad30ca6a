import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnFreePort } from '../support/free-port';

const scriptPath = '/console-hook.js';
const reportPath = '/console-hook-report';

/** Runs in the page before every other script. Reports errors and warnings to the proxy. */
function reportMessages(path: string): void {
  const report = (text: string) => navigator.sendBeacon(path, `${text} (${location.pathname})`);
  for (const level of ['error', 'warn'] as const) {
    const original = console[level];
    console[level] = (...values: unknown[]) => {
      report(`console ${level}: ${values.map(String).join(' ')}`);
      original.apply(console, values);
    };
  }
  addEventListener('error', ({ error, message }) => report(`script: ${message} ${error?.stack}`));
  addEventListener('unhandledrejection', ({ reason }) => {
    report(`unhandled rejection: ${reason} ${reason?.stack}`);
  });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    report(`CSP: ${violatedDirective} blocks ${blockedURI}`);
  });
}

/**
 * Starts an HTTP proxy that adds a script to each page, which reports the page's errors. WebKit's
 * WebDriver has no log and can't run a script before the page's own. Requests to other hosts fail.
 * @param messages receives the reports, and the requests that failed
 */
export async function startConsoleProxy(messages: string[]) {
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, url: URL) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const onward = request(url, { method: incoming.method, headers }, async (response) => {
      const status = response.statusCode ?? 502;
      if (status >= 400) messages.push(`status ${status}: ${url.pathname}`);
      if (!response.headers['content-type']?.startsWith('text/html')) {
        outgoing.writeHead(status, response.headers);
        response.pipe(outgoing);
        return;
      }
      const html = await text(response);
      const { 'content-length': _, etag: __, ...headers } = response.headers;
      outgoing.writeHead(status, headers);
      outgoing.end(html.replace(/<head[^>]*>/, `$&<script src="${scriptPath}"></script>`));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
    if (url.pathname === scriptPath) {
      outgoing.writeHead(200, { 'Content-Type': 'text/javascript' });
      outgoing.end(`(${reportMessages})(${JSON.stringify(reportPath)})`);
    } else if (url.pathname === reportPath) {
      messages.push(await text(incoming));
      outgoing.writeHead(204).end();
    } else if (url.hostname === 'localhost') forward(incoming, outgoing, url);
    else outgoing.destroy();
  });
  // HTTPS, by which browsers ask their makers for updates. The policy of the pages allows no host.
  server.on('connect', (_, socket) => {
    // A browser that is stopped meanwhile resets the connection.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
