import type { Server, ServerResponse } from 'node:http';

/** Milliseconds between two looks, and the bytes that a reader has taken in between at least. */
const pace = { every: 5_000, bytes: 4 * 1024 } as const;

/** Most connections at a time: beyond them, new ones are turned away and those that are there go on. */
const mostConnections = 5_000;

interface Reader {
  taken: number;
  since: number;
}

/**
 * Closes connections on which an answer is under way and is hardly read: each would keep its answer in
 * memory for as long as its reader likes. Requests that drip in are closed by Node's own limits; an
 * answer that is still being worked on is nobody's fault and waits.
 */
export function closeSlowReaders(server: Server): void {
  server.maxConnections = mostConnections;
  const readers = new Map<ServerResponse, Reader>();

  function look(): void {
    for (const [response, reader] of readers) {
      const { socket, req } = response;
      // One that waited for its turn on a connection that is gone is not told of that.
      if (req.socket.destroyed) readers.delete(response);
      if (!socket || !response.headersSent) continue;
      const taken = socket.bytesWritten - socket.writableLength;
      if (reader.since === 0) reader.since = Date.now();
      else if (Date.now() - reader.since >= pace.every - 100) {
        if (taken - reader.taken < pace.bytes && !response.writableFinished) socket.destroy();
        reader.since = Date.now();
      }
      reader.taken = taken;
    }
  }

  server.on('request', (_request, response: ServerResponse) => {
    readers.set(response, { taken: 0, since: 0 });
    response.once('close', () => readers.delete(response));
  });
  const timer = setInterval(look, pace.every);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
