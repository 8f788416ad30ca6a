import underPressure from '@fastify/under-pressure';
import type { Api } from '../lib/api.server';
import { AppError } from '../lib/errors';

/**
 * Milliseconds by which the process is behind, on average: beyond, requests are turned away at once, so
 * that those under way come to their end.
 */
const maxEventLoopDelay = 1_000;

/** Milliseconds between two looks at it. */
const sampleInterval = 500;

/** Milliseconds between two lines about it: one a request would be work of its own. */
const pauseBetweenLines = 10_000;

/** One for all: thousands a second may need it, and none is asked where it comes from. */
const tooBusy = new AppError('unavailable', 'Too busy right now. Please try again.', {
  retryAfter: 5,
});

/** Turns requests away while the process is behind. What is kept as bytes is sent all the same. */
export async function shedLoad(api: Api): Promise<void> {
  let lastLine = 0;
  await api.register(underPressure, {
    maxEventLoopDelay,
    sampleInterval,
    pressureHandler: (request, _reply, _type, delay = 0) => {
      // Whoever restarts what looks unwell must not make it worse.
      if (request.url === '/healthz') return;
      // No sample came, as after a pause of the whole machine: that says nothing of our work.
      if (delay === Number.POSITIVE_INFINITY) return;
      if (Date.now() - lastLine > pauseBetweenLines) {
        lastLine = Date.now();
        request.log.warn({ behind: Math.round(delay) }, 'too busy: requests are turned away');
      }
      throw tooBusy;
    },
  });
}
