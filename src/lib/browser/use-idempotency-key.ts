import { useRef } from 'react';
import { createIdempotencyKey } from './create-idempotency-key';

/** Provides the idempotency keys of a form, whose requests may be sent again. */
export function useIdempotencyKey() {
  const attempt = useRef({ content: '', key: '' });
  return {
    /** Returns the same key for the same content. */
    getKey(content: string): string {
      if (attempt.current.content !== content) {
        attempt.current = { content, key: createIdempotencyKey() };
      }
      return attempt.current.key;
    },
    /** Call after a success. The same content gets a new key then, unless other content was sent. */
    endAttempt(key: string): void {
      if (attempt.current.key === key) attempt.current = { content: '', key: '' };
    },
  };
}
