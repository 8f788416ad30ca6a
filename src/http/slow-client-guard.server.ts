import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Milliseconds between two looks, and the bytes that a reader has taken in between at least. */
const progressCheck = { intervalMs: 5_000, minBytes: 4 * 1024 } as const;

/** Most connections at a time: beyond them, new ones are turned away and those that are there go on. */
const maxConnections = 5_000;

interface ClientProgress {
  /** Bytes, by the last look. */
  sentBytes: number;
  /** When that was, in milliseconds of this process; 0 when nothing was left to take. */
  waitingSince: number;
}

/**
 * Closes connections on which an answer is under way and is hardly read: each would keep its answer in
 * memory for as long as its reader likes. Requests that drip in are closed by Node's own limits; an
 * answer that is still being worked on is nobody's fault and waits.
 *
 * By connection. Rejected: a map of the answers under way, whose outgrown tables, once V8 counted them as
 * old, kept all answers of the last second: a tenth of what an enquiry allocates, and twice the work of
 * each collection.
 */
export function installSlowClientGuard(server: Server): void {
  server.maxConnections = maxConnections;
  const clients = new Map<Socket, ClientProgress>();

  function checkClients(): void {
    // Not by the day's clock: set back, it would wait for a slow reader until it has caught up.
    const now = performance.now();
    for (const [socket, client] of clients) {
      const isWaiting = client.waitingSince !== 0;
      if (isWaiting && now - client.waitingSince < progressCheck.intervalMs - 100) continue;
      const sentBytes = socket.bytesWritten - socket.writableLength;
      const hasUnsentBytes = socket.writableLength > 0;
      if (hasUnsentBytes && isWaiting && sentBytes - client.sentBytes < progressCheck.minBytes)
        socket.destroy();
      client.sentBytes = sentBytes;
      client.waitingSince = hasUnsentBytes ? now : 0;
    }
  }

  server.on('connection', (socket: Socket) => {
    clients.set(socket, { sentBytes: 0, waitingSince: 0 });
    socket.once('close', () => clients.delete(socket));
  });
  const timer = setInterval(checkClients, progressCheck.intervalMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
