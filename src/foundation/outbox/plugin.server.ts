import { definePlugin, type SiteOptions } from '../settings/define-plugin.server';
import { registerDeliveries } from './deliveries.server';
import type { Delivery, DeliveryServices } from './delivery.server';
import { defaultTimings, type OutboxTimings } from './delivery-attempt.server';
import { createMailer } from './mailer.server';
import { startOutboxWorker } from './worker.server';

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
