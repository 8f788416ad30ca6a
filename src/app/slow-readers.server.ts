import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Milliseconds between two looks, and the bytes that a reader has taken in between at least. */
const pace = { every: 5_000, bytes: 4 * 1024 } as const;

/** Most connections at a time: beyond them, new ones are turned away and those that are there go on. */
const mostConnections = 5_000;

interface Reader {
  /** Bytes, by the last look. */
  taken: number;
  /** When that was, in milliseconds of this process; 0 when nothing was left to take. */
  since: number;
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
export function closeSlowReaders(server: Server): void {
  server.maxConnections = mostConnections;
  const readers = new Map<Socket, Reader>();

  function look(): void {
    // Not by the day's clock: set back, it would wait for a slow reader until it has caught up.
    const now = performance.now();
    for (const [socket, reader] of readers) {
      const isWaiting = reader.since !== 0;
      if (isWaiting && now - reader.since < pace.every - 100) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      const isLeft = socket.writableLength > 0;
      if (isLeft && isWaiting && taken - reader.taken < pace.bytes) socket.destroy();
      reader.taken = taken;
      reader.since = isLeft ? now : 0;
    }
  }

  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, since: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  const timer = setInterval(look, pace.every);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
