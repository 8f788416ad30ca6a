import { request } from '../network/http-client';
import { useIdempotencyKey } from './use-idempotency-key';

/**
 * Returns a function that sends a POST request with an idempotency key. The key stays the same
 * until the request succeeds, so that a second attempt stores nothing twice. Other headers are sent
 * along.
 */
export function usePostOnce() {
  const { getKey, endAttempt } = useIdempotencyKey();
  return async <T>(path: string, body: object, others: Record<string, string> = {}): Promise<T> => {
    const key = getKey(path + JSON.stringify(body));
    const headers = { ...others, 'Idempotency-Key': key };
    const result = await request<T>(path, { method: 'POST', body, headers });
    endAttempt(key);
    return result;
  };
}
