import type { ErrorBody } from './errors';

/** A non-OK answer of the API. Its message is the status code, a colon, a space and the body's text. */
export class HttpError extends Error {
  readonly status: number;
  /** What the server said, when it said it in the API's error shape. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.name = 'HttpError';
    this.status = status;
    this.body = parseBody(text);
  }
}

function parseBody(text: string): Partial<ErrorBody> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** Milliseconds that a request may take. The server gives up on its own work before that. */
const requestTimeoutMs = 30_000;

/**
 * Runs a request under a signal that also fires after 30 seconds: on a network that swallows packets, a
 * browser by itself waits for minutes. Written by hand, since `AbortSignal.any` is missing in browsers of 2023.
 * @param signal of whoever may lose interest before
 */
export async function withTimeout<T>(
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(abort, requestTimeoutMs);
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Calls the API with cookies, and a body as JSON.
 * @returns the parsed answer; undefined when it has no content
 * @throws HttpError on a non-OK answer, fetch's own errors when there is none, and an `AbortError` when
 *   none has come within 30 seconds
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { method = 'GET', body, headers } = options;
  return withTimeout(options.signal, async (signal) => {
    const response = await fetch(path, {
      method,
      credentials: 'include',
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await response.text();
    if (!response.ok) throw new HttpError(response.status, text || response.statusText);
    // The server's contracts and their tests vouch for the shape of its answers.
    return (text === '' ? undefined : JSON.parse(text)) as T;
  });
}

/** What the server said about a failed call, or `fallback` when it said nothing readable. */
export function getServerMessage(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.body.message) || fallback;
}

/** What stands against a call that would work otherwise, in the server's words; `fallback` for any other failure. */
export const getConflictMessage = (error: unknown, fallback: string): string =>
  error instanceof HttpError && error.body.code === 'conflict'
    ? getServerMessage(error, fallback)
    : fallback;
