import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { SECOND } from '../lib/time/durations';

/** The minimum number of bytes that a client must read between two checks. */
const progressCheck = { intervalMs: 5 * SECOND, minBytes: 4 * 1024 } as const;

/** New connections beyond this number are refused; existing ones continue. */
const maxConnections = 5_000;

/**
 * Closes connections whose client hardly reads the response, which would stay in memory. Node
 * limits slow requests itself. Tracks sockets, not responses: V8 treats a map's discarded tables as
 * old objects, so a map of responses kept them alive and doubled the garbage collection.
 */
export function installSlowClientGuard(server: Server): void {
  server.maxConnections = maxConnections;
  /** The bytes that each client had read at the last check; undefined if nothing was left to read. */
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
