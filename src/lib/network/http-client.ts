import type { ErrorBody } from '../errors';

/** A non-OK response of the API. The message is the status, a colon, a space and the body. */
export class HttpError extends Error {
  readonly status: number;
  /** The server's message, if the response has the API's error format. */
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

/** The timeout of a request. The server gives up on its own work earlier. */
const requestTimeoutMs = 30_000;

/**
 * Runs a request with a signal that also aborts after 30 seconds: when packets are dropped,
 * browsers wait for minutes. Written by hand, because browsers of 2023 don't have
 * `AbortSignal.any`.
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

/**
 * Reads the JSON body of a response; undefined without content.
 * @throws HttpError on a non-OK response
 */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new HttpError(response.status, text || response.statusText);
  // The API's contracts and their tests guarantee the shape of its responses.
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Calls the API with cookies and a JSON body. @returns the parsed response; undefined without
 * content
 * @throws HttpError on a non-OK response, `AbortError` after 30 seconds, and fetch's own errors
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
    return readJson<T>(response);
  });
}

/** Returns whether a call failed with the given status. */
export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof HttpError && error.status === status;

/** Returns the server's messages about the fields that it rejected, by name. */
export const getFieldErrors = (error: unknown): Record<string, string> =>
  (error instanceof HttpError && error.body.fields) || {};

/** Returns the server's message about a failed call, or `fallback` without a readable one. */
export function getServerMessage(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.body.message) || fallback;
}

/** Returns the server's message for a conflict; `fallback` for any other failure. */
export const getConflictMessage = (error: unknown, fallback: string): string =>
  error instanceof HttpError && error.body.code === 'conflict'
    ? getServerMessage(error, fallback)
    : fallback;

/**
 * Returns whether the server can't be reached. Rejected: `navigator.onLine` alone, which is false
 * without Internet access although a site on this machine or in its network can be reached. While
 * it is true, nothing is requested.
 */
export const isOffline = async (): Promise<boolean> =>
  !navigator.onLine &&
  withTimeout(undefined, (signal) => fetch('/healthz', { cache: 'no-store', signal })).then(
    () => false,
    () => true,
  );
