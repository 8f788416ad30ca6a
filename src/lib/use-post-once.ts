import { useRef } from 'react';
import { createIdempotencyKey } from './create-idempotency-key';
import { request } from './http-client';

/**
 * Returns a function that sends a POST request with an idempotency key. The key stays the same
 * until the request succeeds, so that a second attempt stores nothing twice.
 */
export function usePostOnce() {
  const attempt = useRef({ content: '', key: '' });
  return async <T>(path: string, body: object): Promise<T> => {
    const content = path + JSON.stringify(body);
    if (attempt.current.content !== content) {
      attempt.current = { content, key: createIdempotencyKey() };
    }
    const { key } = attempt.current;
    const headers = { 'Idempotency-Key': key };
    const result = await request<T>(path, { method: 'POST', body, headers });
    if (attempt.current.key === key) attempt.current = { content: '', key: '' };
    return result;
  };
}
