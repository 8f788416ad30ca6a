import Fastify from 'fastify';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { undocumentedRoute } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { isSameSecret } from '../../lib/secret-token.server';
import { errorHandler } from '../error-handler.server';

/**
 * Adds `/metrics` for Prometheus: on a port of its own with `METRICS_PORT`, otherwise beside the
 * site with `METRICS_TOKEN`. Without both, nothing is measured and `@prometheus-io/client` is not loaded.
 */
export const metricsPlugin = definePlugin(
  { name: 'metrics', dependencies: ['route-access'] },
  async (app, { db, environment }) => {
    const { HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = environment;
    if (port === undefined && token === undefined) return;
    const { createMetrics } = await import('./metrics.server');
    const metrics = createMetrics(app, db);
    const target = port === undefined ? app : Fastify();
    target.get('/metrics', undocumentedRoute, async ({ headers }, reply) => {
      if (token && !isSameSecret(headers.authorization ?? '', `Bearer ${token}`)) {
        throw new AppError('unauthenticated', 'The metrics need their token.');
      }
      reply.header('Cache-Control', 'no-store').type(metrics.contentType);
      return reply.send(await metrics.collect());
    });
    if (target === app) return;
    target.setErrorHandler(errorHandler);
    // Before the site listens, so that a port that is in use ends the start.
    app.addHook('onReady', async () => {
      await target.listen({ host, port: port ?? 0 });
    });
    app.addHook('onClose', () => target.close());
  },
);
