import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The maximum of requests on a connection that wait for earlier ones. Browsers don't pipeline. */
const maxPipelinedRequests = 32;

const queuedRequests = new WeakMap<Socket, number>();

/**
 * Closes the connection of a client that pipelines too many requests. Node handles all requests of
 * a packet, which can be thousands, and buffers their responses.
 * @returns whether the request may be handled
 */
export function admitPipelinedRequest(
  { socket }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (socket.destroyed) return false;
  // No response before it is pending: it may write to the socket.
  if (response.socket) return true;
  const count = (queuedRequests.get(socket) ?? 0) + 1;
  if (count > maxPipelinedRequests) {
    socket.destroy();
    return false;
  }
  queuedRequests.set(socket, count);
  response.once('close', () => queuedRequests.set(socket, (queuedRequests.get(socket) ?? 1) - 1));
  return true;
}
