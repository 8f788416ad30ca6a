import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { AppError } from '../lib/errors';

const rejections = {
  400: new AppError('invalid', 'The request is not valid HTTP.'),
  408: new AppError('invalid', 'The request took too long.'),
  431: new AppError('too_large', 'The request’s headers are too large.'),
} as const;

const statusByError: Record<string, keyof typeof rejections> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** The headers of an error response that is sent without Fastify. */
export const buildErrorHeaders = (body: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

/**
 * Responds to a request that Node can't parse, in the shape of all other errors, and closes the
 * connection. JSON for pages too, because such a request has no URL yet.
 */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByError[error.code ?? ''] ?? 400;
  const body = JSON.stringify(rejections[status].body);
  const headers = Object.entries({ ...buildErrorHeaders(body), Connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) {
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  }
  socket.destroy(error);
}

/** Counts the Host headers. `headers.host` has only the first one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/**
 * Rejects a request with several Host headers, and an HTTP/1.1 request without one (RFC 9112,
 * section 3.2). Node's own `requireHostHeader` would send an empty body.
 * @returns whether the request was rejected
 */
export function rejectInvalidHost(request: IncomingMessage, response: ServerResponse): boolean {
  const count = countHosts(request);
  if (count === 1 || (count === 0 && request.httpVersion !== '1.1')) return false;
  const body = JSON.stringify(rejections[400].body);
  response.writeHead(400, { ...buildErrorHeaders(body), Connection: 'close' }).end(body);
  return true;
}

/** Returns whether the server sent the request to itself with `inject`, which uses no socket. */
export const isInjected = ({ socket }: IncomingMessage): boolean => !(socket instanceof Socket);

/**
 * Reduces a request target to its path and query. A client may send a whole URL (RFC 9112, 3.2.2)
 * with any host in it, which no route, cache key or redirect should see.
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
