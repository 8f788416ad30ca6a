import { setTimeout as pause } from 'node:timers/promises';
import type { Api } from '../lib/api.server';

/** Milliseconds without a request after which nobody is on the way any more, and the longest wait. */
const stillness = { quiet: 100, longest: 2_000 } as const;

/**
 * For a stop that drops nothing. Closing at once ends connections on which a request has arrived that
 * was not read yet; so for a moment each answer asks its client to come on a new connection, until
 * none is in use.
 * @returns what waits for that
 */
export function quietStop(api: Api): () => Promise<void> {
  let isStopping = false;
  let newest = 0;
  api.addHook('onRequest', async (_request, reply) => {
    if (!isStopping) return;
    newest = Date.now();
    reply.header('Connection', 'close');
  });
  return async () => {
    isStopping = true;
    const started = Date.now();
    newest = started;
    while (Date.now() - newest < stillness.quiet && Date.now() - started < stillness.longest) {
      await pause(20);
    }
  };
}
