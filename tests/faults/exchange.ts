import { type Agent, request } from 'node:http';

/** What became of one request. Times are of `performance.now()`. */
export interface Exchange {
  /** When the last byte of it was handed to the system; undefined when there was no connection. */
  sentAt?: number;
  /** When the answer, or its failure, was there. */
  doneAt: number;
  /** Of an answer that began. */
  status?: number;
  /** The whole answer has come. */
  isWhole: boolean;
  /** The answer asks for a new connection. */
  closes?: boolean;
  retryAfter?: string;
  error?: string;
}

export interface ExchangeOptions {
  agent?: Agent;
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Sends the body in so many parts, with so many milliseconds between them. */
  slowly?: { parts: number; pause: number };
}

/** Sends one request and says exactly how it ended, which `fetch` does not. Never throws. */
export function exchange(
  url: string,
  { agent, method = 'GET', headers = {}, body, slowly }: ExchangeOptions = {},
): Promise<Exchange> {
  return new Promise((resolve) => {
    const result: Partial<Exchange> = {};
    let timer: NodeJS.Timeout | undefined;
    const end = (isWhole: boolean, error?: string) => {
      clearInterval(timer);
      resolve({ ...result, isWhole, doneAt: performance.now(), ...(error && { error }) });
    };
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const outgoing = request(url, {
      method,
      ...(agent && { agent }),
      headers: { ...headers, ...(bytes && { 'Content-Length': bytes.length }) },
    });
    outgoing.on('finish', () => {
      result.sentAt = performance.now();
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => end(false, error.code ?? error.message));
    outgoing.on('response', (answer) => {
      result.status = answer.statusCode ?? 0;
      const { 'retry-after': retryAfter } = answer.headers;
      if (retryAfter !== undefined) result.retryAfter = retryAfter;
      result.closes = answer.headers.connection === 'close';
      answer.on('error', (error: NodeJS.ErrnoException) => end(false, error.code ?? error.message));
      answer.on('end', () => end(answer.complete));
      answer.resume();
    });
    if (!bytes || !slowly) {
      outgoing.end(bytes);
      return;
    }
    const size = Math.ceil(bytes.length / slowly.parts);
    let at = 0;
    timer = setInterval(() => {
      outgoing.write(bytes.subarray(at, at + size));
      at += size;
      if (at < bytes.length) return;
      clearInterval(timer);
      outgoing.end();
    }, slowly.pause);
  });
}
