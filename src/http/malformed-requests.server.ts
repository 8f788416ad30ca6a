import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
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

const buildHeaders = (body: string) => ({
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
});

/**
 * Responds to what Node cannot read as a request, in the shape of all other errors, and closes the
 * connection. Such a request has no address yet, so that it is JSON for pages too.
 */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = statusByError[error.code ?? ''] ?? 400;
  const body = JSON.stringify(rejections[status].body);
  const headers = Object.entries(buildHeaders(body)).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) {
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers, '', body].join('\r\n'));
  }
  socket.destroy(error);
}

/**
 * Refuses a request of HTTP/1.1 without a Host, as RFC 9112, section 3.2, demands. Node would refuse it by
 * itself, with an empty body (`requireHostHeader`).
 * @returns whether it was refused
 */
export function rejectMissingHost(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  const body = JSON.stringify(rejections[400].body);
  response.writeHead(400, buildHeaders(body)).end(body);
  return true;
}
