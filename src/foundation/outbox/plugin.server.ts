import { type Api, isAdminChange } from '../../http/api.server';
import { definePlugin, type SiteOptions } from '../environment/define-plugin.server';
import type { Delivery, DeliveryServices } from './delivery.server';
import {
  createDeliveryAttempt,
  type DeliveryAttemptOptions,
  defaultTimings,
  formatError,
  type OutboxTimings,
  selectDue,
} from './delivery-attempt.server';
import { createMailer } from './mailer.server';
import { findDelivery, listDeliveries, type OutboxRow, registerDeliveries } from './store.server';

const batchSize = 20;

/** Emails share one connection to the mail server. */
const maxInFlight = { mail: 1, other: 4 };

/** Names the lane of a delivery. Those of one lane share the deliveries that may be in flight. */
const getLane = ({ kind, target }: Pick<OutboxRow, 'kind' | 'target'>): string =>
  target ?? findDelivery(kind)?.channel ?? kind;

const getMaxInFlight = (lane: string): number =>
  lane === 'mail' ? maxInFlight.mail : maxInFlight.other;

/**
 * Makes the deliveries in the outbox once their event has been committed. Each is made at least
 * once and retried with increasing delays. Lanes run side by side, so that a mail server that hangs
 * delays no webhook. Any number of processes can run a worker.
 */
function startOutboxWorker({ outages, mayPoll }: Api, options: DeliveryAttemptOptions) {
  const { db, log, timings } = options;
  const attempt = createDeliveryAttempt(options);
  const inFlight = new Map<string, { row: OutboxRow; done: Promise<void> }>();
  let isStopping = false;
  let filling: Promise<void> | undefined;
  let isWakeRequested = false;
  let timer: NodeJS.Timeout | undefined;

  function reportError(error: unknown): void {
    if (outages.record(error)) return;
    log.error({ error: formatError(error) }, 'the outbox could not be read');
  }

  const isFull = (lane: string): boolean =>
    [...inFlight.values()].filter(({ row }) => getLane(row) === lane).length >=
    getMaxInFlight(lane);

  /** Returns the deliveries that no lane has room for. */
  function listFull() {
    const rows = [...inFlight.values()].map(({ row }) => row).filter((row) => isFull(getLane(row)));
    const lanes = rows.filter(({ target }) => target === null).map(getLane);
    const kinds = listDeliveries().filter(({ kind }) =>
      lanes.includes(getLane({ kind, target: null })),
    );
    return {
      kinds: kinds.map(({ kind }) => kind),
      targets: rows.flatMap(({ target }) => target ?? []),
    };
  }

  async function run(row: OutboxRow): Promise<void> {
    try {
      await attempt(row);
      inFlight.delete(row.id);
      wake();
    } catch (error) {
      inFlight.delete(row.id);
      // The database failed. The next poll reads the row again.
      reportError(error);
    }
  }

  /** Starts due deliveries as far as their lanes have room. @returns whether there may be more */
  async function startDue(): Promise<boolean> {
    const rows = await selectDue(db, timings, batchSize, listFull());
    // Those in flight may have been read before they were claimed.
    const startable = rows.filter(({ id }) => !inFlight.has(id));
    for (const row of startable) {
      if (!isStopping && !isFull(getLane(row))) inFlight.set(row.id, { row, done: run(row) });
    }
    return startable.length > 0 && rows.length === batchSize;
  }

  async function fill(): Promise<void> {
    do {
      isWakeRequested = false;
      try {
        while (!isStopping && (await startDue()));
      } catch (error) {
        reportError(error);
      }
    } while (isWakeRequested && !isStopping);
    filling = undefined;
    scheduleWake();
  }

  function scheduleWake(): void {
    if (isStopping) return;
    timer = setTimeout(() => (mayPoll() ? wake() : scheduleWake()), timings.pollMs).unref();
  }

  /** Reads the outbox now, because a delivery was stored, or a lane has room again. */
  function wake(): void {
    if (isStopping) return;
    isWakeRequested = true;
    clearTimeout(timer);
    filling ??= fill();
  }

  wake();
  return {
    wake,
    /** Finishes the deliveries in flight and starts no other. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await filling;
      await Promise.all([...inFlight.values()].map(({ done }) => done));
    },
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the outbox worker check for new deliveries now. */
    wakeOutbox: () => void;
  }
}

export interface OutboxOptions extends SiteOptions {
  /** All kinds of delivery that the features define. */
  deliveries: readonly Delivery[];
  /** Services that the features' deliveries need. */
  services: DeliveryServices;
  /** The worker's timings, which the tests shorten. */
  outboxDelays?: OutboxTimings;
}

/** Runs the worker that makes the deliveries stored in the outbox. */
export const outboxPlugin = definePlugin<OutboxOptions>(
  { name: 'outbox' },
  (app, { db, environment, deliveries, services, outboxDelays: timings = defaultTimings }) => {
    registerDeliveries(deliveries);
    const mailer = createMailer(environment, timings.mailTimeoutMs);
    const options = { db, environment, mailer, log: app.log, timings, services };
    const worker = startOutboxWorker(app, options);
    app.decorate('wakeOutbox', worker.wake);
    // Most changes by the admin cause deliveries.
    app.addHook('onResponse', (request, reply, done) => {
      if (isAdminChange(request) && reply.statusCode < 400) worker.wake();
      done();
    });
    app.addHook('onClose', async () => {
      await worker.stop();
      await mailer.close();
    });
  },
);
