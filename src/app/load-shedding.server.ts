import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '../lib/api.server';
import { AppError } from '../lib/errors';

declare module 'fastify' {
  interface FastifyReply {
    /** Its handler is at work. */
    isWorkedOn: boolean;
  }
}

/**
 * Handlers at work at once. At a few milliseconds each those that come last wait for more than a second
 * by then; bodies that are still on their way do not count.
 */
const mostAtWork = 400;

/** Milliseconds. */
const bounds = {
  /** By which a turn of the event loop may be late; what is still to come in it is turned away. */
  late: 500,
  /** Of work in such a turn; less, and it was the machine that stood still, which says nothing of us. */
  work: 250,
} as const;

/** Milliseconds between two marks. */
const markEvery = 20;

/** Milliseconds between two lines about it: one a request would be work of its own. */
const pauseBetweenLines = 10_000;

/** One for all: thousands a second may need it, and none is asked where it comes from. */
const tooBusy = new AppError('unavailable', 'Too busy right now. Please try again.', {
  retryAfter: 5,
});

/**
 * What is never turned away: the reads of a page that was let in, which come from within, and whoever
 * restarts what looks unwell, who must not make it worse.
 */
const isLetIn = ({ url, raw }: FastifyRequest) =>
  url === '/healthz' || !(raw.socket instanceof Socket);

const workSoFar = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Turns requests away while the process is behind; what is kept as bytes is sent all the same. Each
 * request looks at how long the turn that it came in has lasted, and at how many are worked on: what
 * waits for PostgreSQL takes many short turns. Rejected: the mean delay of the last
 * half second (@fastify/under-pressure): 600 requests that come at once are all let in before it is known.
 */
export function shedLoad(api: Api): void {
  let mark = performance.now();
  let workAtMark = workSoFar();
  let lastLine = Number.NEGATIVE_INFINITY;
  const timer = setInterval(() => {
    mark = performance.now();
    workAtMark = workSoFar();
  }, markEvery);
  timer.unref();

  function refuse(request: FastifyRequest, why: { late: number } | { atWork: number }): AppError {
    if (performance.now() - lastLine > pauseBetweenLines) {
      lastLine = performance.now();
      request.log.warn(why, 'too busy: requests are turned away');
    }
    return tooBusy;
  }

  api.addHook('onRequest', (request, _reply, done) => {
    const late = performance.now() - mark - markEvery;
    const isBehind = late > bounds.late && workSoFar() - workAtMark > bounds.work;
    done(isBehind && !isLetIn(request) ? refuse(request, { late: Math.round(late) }) : undefined);
  });
  let atWork = 0;
  api.decorateReply('isWorkedOn', false);
  api.addHook('preHandler', (request, reply, done) => {
    // A route that finds nothing hands on to the one for unknown addresses: the same request once more.
    if (reply.isWorkedOn || isLetIn(request)) return done();
    if (atWork >= mostAtWork) return done(refuse(request, { atWork }));
    atWork += 1;
    reply.isWorkedOn = true;
    done();
  });
  function release(reply: FastifyReply): void {
    if (reply.isWorkedOn) atWork -= 1;
    reply.isWorkedOn = false;
  }
  // Not only when the answer is out: of a client that is gone, Node does not always say that.
  api.addHook('onSend', (_request, reply, payload, done) => {
    release(reply);
    done(null, payload);
  });
  // What a handler answers past Fastify is not sent by it.
  api.addHook('onResponse', (_request, reply, done) => {
    release(reply);
    done();
  });
  api.addHook('onClose', async () => clearInterval(timer));
}
