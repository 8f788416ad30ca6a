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

interface Options {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Calls the API with cookies, and a body as JSON.
 * @returns the parsed answer; undefined when it has no content
 * @throws HttpError on a non-OK answer, and fetch's own errors when there is none
 */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  const { method = 'GET', body, headers, signal } = options;
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw new HttpError(response.status, text || response.statusText);
  // The server's contracts and their tests vouch for the shape of its answers.
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** What the server said about a failed call, or `fallback` when it said nothing readable. */
export function serverMessage(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.body.message) || fallback;
}

/** What stands against a call that would work otherwise, in the server's words; `fallback` for any other failure. */
export const conflictMessage = (error: unknown, fallback: string): string =>
  error instanceof HttpError && error.body.code === 'conflict'
    ? serverMessage(error, fallback)
    : fallback;
