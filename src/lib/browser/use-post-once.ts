import { useRef } from 'react';
import { request } from '../network/http-client';
import { createIdempotencyKey } from './create-idempotency-key';

/**
 * Returns a function that runs a request with an idempotency key in its headers. The key stays the
 * same for the same content until the request succeeds, so that a second attempt stores nothing
 * twice.
 */
export function useSendOnce() {
  const attempt = useRef({ content: '', key: '' });
  return async <T>(
    content: string,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T> => {
    if (attempt.current.content !== content) {
      attempt.current = { content, key: createIdempotencyKey() };
    }
    const { key } = attempt.current;
    const result = await send({ 'Idempotency-Key': key });
    // The same content gets a new key from now on, unless other content was sent meanwhile.
    if (attempt.current.key === key) attempt.current = { content: '', key: '' };
    return result;
  };
}

/** Returns a function that sends a POST request once, as `useSendOnce`, with other headers. */
export function usePostOnce() {
  const sendOnce = useSendOnce();
  return <T>(path: string, body: object, others: Record<string, string> = {}): Promise<T> =>
    sendOnce(path + JSON.stringify(body), (headers) =>
      request<T>(path, { method: 'POST', body, headers: { ...others, ...headers } }),
    );
}
