import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND } from '../lib/time/durations';
import type { Api } from './api.server';

/**
 * Closing begins after `minIdleChecks` checks in a row without a new request. Counted in checks, not
 * in time alone: while the event loop is blocked, requests that have arrived are not seen.
 */
const idle = { checkIntervalMs: 20, minIdleChecks: 5, maxWaitMs: 2 * SECOND } as const;

/** Time for the requests in progress to finish. Then their connections are closed. */
const maxInFlightMs = 8 * SECOND;

/**
 * Shuts down without dropping requests. Closing at once drops requests that have arrived but have
 * not been read yet. So each response first asks its client to open a new connection, until no
 * requests arrive; then the server stops listening and lets the requests in progress finish.
 * @param drainMs how long requests are still expected, because proxies have yet to learn of it
 */
export function createGracefulShutdown(api: Api, drainMs: number) {
  const sockets = new Set<Socket>();
  let isStopping = false;
  api.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Covers requests that arrived before the shutdown and whose responses are sent during it.
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('Connection', 'close');
    done(null, payload);
  });

  /** Closes idle connections. Node counts a connection that has never sent anything as busy. */
  function closeIdleSockets(): void {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    api.server.closeIdleConnections();
  }

  async function stop(): Promise<void> {
    isStopping = true;
    let hasNewRequest = false;
    // Prepended, so that it also covers the cache fast path.
    api.server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      hasNewRequest = true;
      response.setHeader('Connection', 'close');
    });
    await pause(drainMs);
    const drainedAt = Date.now();
    const forceCloseTimer = setTimeout(() => api.server.closeAllConnections(), maxInFlightMs);
    let idleChecks = 0;
    while (idleChecks < idle.minIdleChecks && Date.now() - drainedAt < idle.maxWaitMs) {
      hasNewRequest = false;
      await pause(idle.checkIntervalMs);
      idleChecks = hasNewRequest ? 0 : idleChecks + 1;
    }
    const idleCloseTimer = setInterval(closeIdleSockets, 100);
    await api.close();
    clearInterval(idleCloseTimer);
    clearTimeout(forceCloseTimer);
  }

  return { stop, isStopping: () => isStopping };
}
