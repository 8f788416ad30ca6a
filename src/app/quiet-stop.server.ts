import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../lib/api.server';

/**
 * Milliseconds. Turns of the event loop are counted and not the time alone: while it is blocked, what has
 * arrived waits unread, and no time without a request says that there is none.
 */
const stillness = { turn: 20, turns: 5, longest: 2_000 } as const;

/** Milliseconds after which connections are cut on which a request is still under way. */
const longestAnswer = 8_000;

/**
 * For a stop that drops nothing. Closing at once ends connections on which a request has arrived that
 * was not read yet; so for a moment each answer asks its client to come on a new connection, until
 * none is in use. Then the listening ends, and the requests under way have eight seconds.
 * @returns what stops the server, and whether that has begun
 */
export function quietStop(api: Api): { stop: () => Promise<void>; isStopping: () => boolean } {
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
  function closeIdle(): void {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    api.server.closeIdleConnections();
  }

  async function stop(): Promise<void> {
    const started = Date.now();
    const cutting = setTimeout(() => api.server.closeAllConnections(), longestAnswer);
    isStopping = true;
    let hasArrived = false;
    // Before all else that answers, so that it holds for what is answered without Fastify as well.
    api.server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
      hasArrived = true;
      response.setHeader('Connection', 'close');
    });
    let turns = 0;
    while (turns < stillness.turns && Date.now() - started < stillness.longest) {
      hasArrived = false;
      await pause(stillness.turn);
      turns = hasArrived ? 0 : turns + 1;
    }
    const closing = setInterval(closeIdle, 100);
    await api.close();
    clearInterval(closing);
    clearTimeout(cutting);
  }

  return { stop, isStopping: () => isStopping };
}
