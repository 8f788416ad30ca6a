import type { TimedQuery } from '../../db/database.server';
import { definePlugin } from '../../foundation/environment/define-plugin.server';

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds a statement to the trace of its request; undefined without tracing. */
    recordQuery: ((query: TimedQuery) => void) | undefined;
  }
}

/** Sends traces to the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`. Without it, nothing is loaded. */
export const tracingPlugin = definePlugin({ name: 'tracing' }, async (app, { environment }) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment;
  const tracing =
    endpoint === undefined
      ? undefined
      : (await import('./tracing.server')).startTracing(app, endpoint, environment);
  app.decorate('recordQuery', tracing?.recordQuery);
});
