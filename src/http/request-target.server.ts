import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

/** Returns whether the server sent the request to itself with `inject`, which uses no socket. */
export const isInjected = ({ socket }: IncomingMessage): boolean => !(socket instanceof Socket);

/**
 * Reduces a request target to its path and query. A client may send a whole URL (RFC 9112, 3.2.2)
 * with any host in it, which no route, cache key or redirect should see.
 */
export function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
