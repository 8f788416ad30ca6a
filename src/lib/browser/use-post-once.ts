import { useRef } from 'react';
import { request } from '../network/http-client';
import { createIdempotencyKey } from './create-idempotency-key';

/**
 * Returns a function that sends a POST request with an idempotency key. The key stays the same
 * until the request succeeds, so that a second attempt stores nothing twice. Other headers are sent
 * along.
 */
export function usePostOnce() {
  const attempt = useRef({ content: '', key: '' });
  return async <T>(path: string, body: object, others: Record<string, string> = {}): Promise<T> => {
    const content = path + JSON.stringify(body);
    if (attempt.current.content !== content) {
      attempt.current = { content, key: createIdempotencyKey() };
    }
    const { key } = attempt.current;
    const headers = { ...others, 'Idempotency-Key': key };
    const result = await request<T>(path, { method: 'POST', body, headers });
    // The same content gets a new key from now on, unless other content was sent meanwhile.
    if (attempt.current.key === key) attempt.current = { content: '', key: '' };
    return result;
  };
}
