import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait on one connection for the answers to those before them. Browsers send no such. */
const mostWaiting = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Whether a request may be answered. Node works on all requests of a connection that have come, thousands
 * in one packet, and keeps their answers until the client reads them; a client that sends so many without
 * reading is cut off.
 */
export function admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  // Its turn has come: nothing is before it.
  if (response.socket) return true;
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > mostWaiting) {
    socket.destroy();
    return false;
  }
  waiting.set(socket, count);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  return true;
}
