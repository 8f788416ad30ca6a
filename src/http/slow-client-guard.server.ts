import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '../lib/time';

/** The minimum number of bytes that a client must read between two checks. */
const progressCheck = { intervalMs: 5 * SECOND, minBytes: 4 * 1024 } as const;

/** New connections beyond this number are refused; existing ones continue. */
const maxConnections = 5_000;

/**
 * Closes connections whose client hardly reads the response: each would hold its response in memory
 * for as long as the client likes. Node itself limits slow requests. A response that is not written
 * yet is not the client's fault and does not count.
 *
 * Tracks sockets, not responses. A map of responses kept all responses of the last second alive,
 * because V8 treats a map's discarded tables as old objects: a tenth of an inquiry's allocations,
 * and twice the garbage collection.
 */
export function installSlowClientGuard(server: Server): void {
  server.maxConnections = maxConnections;
  /** What each client had read at the last check; undefined if nothing was left to read. */
  const bytesReadByClient = new Map<Socket, number | undefined>();

  function checkClients(): void {
    for (const [socket, previousBytes] of bytesReadByClient) {
      const bytes = socket.bytesWritten - socket.writableLength;
      const hasUnreadBytes = socket.writableLength > 0;
      const isSlow = previousBytes !== undefined && bytes - previousBytes < progressCheck.minBytes;
      if (hasUnreadBytes && isSlow) socket.destroy();
      bytesReadByClient.set(socket, hasUnreadBytes ? bytes : undefined);
    }
  }

  server.on('connection', (socket: Socket) => {
    bytesReadByClient.set(socket, undefined);
    socket.once('close', () => bytesReadByClient.delete(socket));
  });
  const timer = setInterval(checkClients, progressCheck.intervalMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
