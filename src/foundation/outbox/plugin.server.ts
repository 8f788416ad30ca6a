import type { ConversionApis } from '../../features/analytics/tracking/conversion-apis.server';
import { definePlugin, type SiteOptions } from '../settings/define-plugin.server';
import { createMailer } from './mailer.server';
import { defaultTimings, type OutboxTimings, startOutboxWorker } from './worker.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes the outbox worker look for new deliveries now. */
    wakeOutbox: () => void;
  }
}

export interface OutboxOptions extends SiteOptions {
  /** The outbox's pauses, which the tests shorten. */
  outboxDelays?: OutboxTimings;
  /** Where conversions are delivered to, when not to the platforms themselves. */
  conversionApis?: ConversionApis;
}

/** Sends what the outbox holds. */
export const outboxPlugin = definePlugin<OutboxOptions>(
  { name: 'outbox' },
  (app, { db, environment, outboxDelays = defaultTimings, conversionApis }) => {
    const { log, outages } = app;
    const mailer = createMailer(environment, outboxDelays.mailTimeoutMs);
    const worker = startOutboxWorker({
      db,
      environment,
      mailer,
      log,
      outages,
      timings: outboxDelays,
      ...(conversionApis && { conversionApis }),
    });
    app.decorate('wakeOutbox', worker.wake);
    app.addHook('onClose', async () => {
      await worker.stop();
      await mailer.close();
    });
  },
);
