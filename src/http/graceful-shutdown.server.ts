import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from './api.server';

/**
 * Milliseconds. Turns of the event loop are counted and not the time alone: while it is blocked, what has
 * arrived waits unread, and no time without a request says that there is none.
 */
const drain = { checkIntervalMs: 20, minIdleChecks: 5, maxWaitMs: 2_000 } as const;

/** Milliseconds after which connections are cut on which a request is still under way. */
const maxInFlightMs = 8_000;

/**
 * For a stop that drops nothing. Closing at once ends connections on which a request has arrived that
 * was not read yet; so for a moment each answer asks its client to come on a new connection, until
 * none is in use. Then the listening ends, and the requests under way have eight seconds.
 * @returns what stops the server, and whether that has begun
 */
export function createGracefulShutdown(api: Api): {
  stop: () => Promise<void>;
  isStopping: () => boolean;
} {
  const sockets = new Set<Socket>();
  let isStopping = false;
  api.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Those whose request came before the stop and whose answer comes after it.
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });

  /** Ends what nobody waits on: Node counts a connection that has never said anything as busy. */
  function closeIdleSockets(): void {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    api.server.closeIdleConnections();
  }

  async function stop(): Promise<void> {
    const startedAt = Date.now();
    const forceCloseTimer = setTimeout(() => api.server.closeAllConnections(), maxInFlightMs);
    isStopping = true;
    let hasNewRequest = false;
    // Before all else that answers, so that it holds for what is answered without Fastify as well.
    api.server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      hasNewRequest = true;
      response.setHeader('Connection', 'close');
    });
    let idleChecks = 0;
    while (idleChecks < drain.minIdleChecks && Date.now() - startedAt < drain.maxWaitMs) {
      hasNewRequest = false;
      await pause(drain.checkIntervalMs);
      idleChecks = hasNewRequest ? 0 : idleChecks + 1;
    }
    const idleCloseTimer = setInterval(closeIdleSockets, 100);
    await api.close();
    clearInterval(idleCloseTimer);
    clearTimeout(forceCloseTimer);
  }

  return { stop, isStopping: () => isStopping };
}
