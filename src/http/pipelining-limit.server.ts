import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait on one connection for the answers to those before them. Browsers send no such. */
const maxPipelinedRequests = 32;

const queuedRequests = new WeakMap<Socket, number>();

/**
 * Whether a request may be answered. Node works on all requests of a connection that have come, thousands
 * in one packet, and keeps their answers until the client reads them; a client that sends so many without
 * reading is cut off.
 */
export function admitPipelinedRequest(
  { socket }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (socket.destroyed) return false;
  // Its turn has come: nothing is before it.
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
