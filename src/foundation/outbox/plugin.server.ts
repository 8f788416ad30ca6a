import type { OutageLog } from '../../db/outage-log.server';
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

interface OutboxWorkerOptions extends DeliveryAttemptOptions {
  /** Records a database outage, which is logged once. */
  outages: Pick<OutageLog, 'record'>;
  mayPoll: () => boolean;
}

/** The deliveries of one channel: those that wait, and the number of those in flight. */
interface Lane {
  kinds: readonly string[];
  target: string | null;
  maxInFlight: number;
  waiting: OutboxRow[];
  inFlight: number;
}

/** Creates the empty lane of a delivery. */
function createLane({ kind, target }: OutboxRow): Lane {
  const isMail = findDelivery(kind)?.channel === 'mail';
  return {
    kinds: isMail
      ? listDeliveries()
          .filter(({ channel }) => channel === 'mail')
          .map((delivery) => delivery.kind)
      : [kind],
    target,
    maxInFlight: isMail ? maxInFlight.mail : maxInFlight.other,
    waiting: [],
    inFlight: 0,
  };
}

const getLaneName = ({ kind, target }: OutboxRow): string =>
  target ?? findDelivery(kind)?.channel ?? kind;

interface LanesOptions {
  attempt: (row: OutboxRow) => Promise<void>;
  onError: (error: unknown) => void;
  /** Called when a lane has room for more deliveries. */
  onRoom: () => void;
}

/** Runs the deliveries of each lane, as many at a time as the lane may have in flight. */
function createLanes({ attempt, onError, onRoom }: LanesOptions) {
  const lanes = new Map<string, Lane>();
  const attempts = new Map<string, Promise<void>>();
  let isStopping = false;

  async function run(name: string, lane: Lane, row: OutboxRow): Promise<void> {
    let hasFailed = false;
    try {
      await attempt(row);
    } catch (error) {
      // The database failed. The next poll reads these rows again.
      hasFailed = true;
      lane.waiting.length = 0;
      onError(error);
    }
    lane.inFlight -= 1;
    attempts.delete(row.id);
    advance(name, lane);
    if (lane.waiting.length === 0 && !hasFailed) onRoom();
  }

  /** Starts as many deliveries of a lane as it may have in flight. */
  function advance(name: string, lane: Lane): void {
    while (!isStopping && lane.inFlight < lane.maxInFlight) {
      const row = lane.waiting.shift();
      if (!row) break;
      lane.inFlight += 1;
      attempts.set(row.id, run(name, lane, row));
    }
    if (lane.inFlight === 0) lanes.delete(name);
  }

  return {
    /** Returns the deliveries that no lane has room for. */
    getFull() {
      const full = [...lanes.values()].filter(
        (lane) => lane.waiting.length > 0 || lane.inFlight >= lane.maxInFlight,
      );
      return {
        kinds: full.flatMap(({ kinds, target }) => (target === null ? kinds : [])),
        targets: full.flatMap(({ target }) => target ?? []),
      };
    },

    /** Adds due deliveries to their lanes. @returns the number of those that are not in flight */
    add(rows: readonly OutboxRow[]): number {
      // Those in flight may have been read before they were claimed.
      const added = rows.filter(({ id }) => !attempts.has(id));
      for (const row of added) {
        const name = getLaneName(row);
        const lane = lanes.get(name) ?? createLane(row);
        lanes.set(name, lane);
        lane.waiting.push(row);
      }
      for (const [name, lane] of lanes) advance(name, lane);
      return added.length;
    },

    /** Starts no other delivery. */
    close(): void {
      isStopping = true;
    },

    /** Resolves when no delivery is in flight. */
    async drain(): Promise<void> {
      await Promise.all(attempts.values());
    },
  };
}

/**
 * Makes the deliveries in the outbox once their event has been committed. Each is made at least
 * once and retried with increasing delays. Channels run side by side, so that a mail server that
 * hangs delays no webhook. Any number of processes can run a worker.
 */
function startOutboxWorker({ outages, mayPoll, ...options }: OutboxWorkerOptions) {
  const { db, log, timings } = options;
  const lanes = createLanes({
    attempt: createDeliveryAttempt(options),
    onError: reportError,
    onRoom: wake,
  });
  let isStopping = false;
  let filling: Promise<void> | undefined;
  let isWakeRequested = false;
  let timer: NodeJS.Timeout | undefined;

  function reportError(error: unknown): void {
    if (outages.record(error)) return;
    log.error({ error: formatError(error) }, 'the outbox could not be read');
  }

  /** Reads due deliveries of the lanes that have room for more. @returns whether there may be more */
  async function fillLanes(): Promise<boolean> {
    const rows = await selectDue(db, timings, batchSize, lanes.getFull());
    return lanes.add(rows) > 0 && rows.length === batchSize;
  }

  async function fill(): Promise<void> {
    do {
      isWakeRequested = false;
      try {
        while (!isStopping && (await fillLanes()));
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

  /** Polls the outbox now, because a delivery was stored. */
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
      lanes.close();
      clearTimeout(timer);
      await filling;
      await lanes.drain();
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
    const { log, outages, mayPoll } = app;
    const mailer = createMailer(environment, timings.mailTimeoutMs);
    const worker = startOutboxWorker({
      db,
      environment,
      mailer,
      log,
      outages,
      mayPoll,
      timings,
      services,
    });
    app.decorate('wakeOutbox', worker.wake);
    app.addHook('onClose', async () => {
      await worker.stop();
      await mailer.close();
    });
  },
);
