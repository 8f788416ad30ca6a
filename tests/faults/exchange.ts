import { type Agent, request } from 'node:http';
import { request as requestOverTls } from 'node:https';

/** The outcome of one request. Times are `performance.now()` values. */
export interface Exchange {
  /** When the last byte was handed to the operating system; undefined without a connection. */
  sentAt?: number;
  /** When the response or the failure was complete. */
  doneAt: number;
  /** Set once a response has started. */
  status?: number;
  /** Whether the complete response has arrived. */
  isWhole: boolean;
  /** Whether the response has `Connection: close`. */
  closes?: boolean;
  retryAfter?: string;
  error?: string;
}

export interface ExchangeOptions {
  agent?: Agent;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Sends the body in `parts` chunks with `pause` milliseconds between them. */
  slowly?: { parts: number; pause: number };
}

/** Sends one request and reports exactly how it ended, which `fetch` does not. Never throws. */
export function exchange(
  url: string,
  { agent, method = 'GET', headers = {}, body, slowly }: ExchangeOptions = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const result: Partial<Exchange> = {};
    let timer: NodeJS.Timeout | undefined;
    const finish = (isWhole: boolean, error?: string) => {
      clearInterval(timer);
      resolve({ ...result, isWhole, doneAt: performance.now(), ...(error && { error }) });
    };
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const send = url.startsWith('https:') ? requestOverTls : request;
    const clientRequest = send(url, {
      method,
      ...(agent && { agent }),
      headers: { ...headers, ...(bytes && { 'Content-Length': bytes.length }) },
    });
    clientRequest.on('finish', () => {
      result.sentAt = performance.now();
    });
    clientRequest.on('error', (error: NodeJS.ErrnoException) =>
      finish(false, error.code ?? error.message),
    );
    clientRequest.on('response', (response) => {
      result.status = response.statusCode ?? 0;
      const { 'retry-after': retryAfter } = response.headers;
      if (retryAfter !== undefined) result.retryAfter = retryAfter;
      result.closes = response.headers.connection === 'close';
      response.on('error', (error: NodeJS.ErrnoException) =>
        finish(false, error.code ?? error.message),
      );
      response.on('end', () => finish(response.complete));
      response.resume();
    });
    if (!bytes || !slowly) {
      clientRequest.end(bytes);
      return;
    }
    const size = Math.ceil(bytes.length / slowly.parts);
    let offset = 0;
    timer = setInterval(() => {
      clientRequest.write(bytes.subarray(offset, offset + size));
      offset += size;
      if (offset < bytes.length) return;
      clearInterval(timer);
      clientRequest.end();
    }, slowly.pause);
  });
}
