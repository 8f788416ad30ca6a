import { definePlugin } from '../foundation/settings/define-plugin.server';
import { undocumentedRoute } from '../http/api.server';
import { AppError } from '../lib/errors';
import { version } from '../lib/version.server';
import { createReadinessCheck, type Readiness } from './readiness.server';

declare module 'fastify' {
  interface FastifyInstance {
    checkReadiness: () => Promise<Readiness>;
  }
}

export const healthHeaders = { 'Cache-Control': 'no-store', 'X-Version': version };

/**
 * Adds the health checks. `/healthz`: the process is up (restart it otherwise). `/readyz`: it
 * accepts inquiries; 503 while a write would fail and while it shuts down (route visitors to
 * another process meanwhile).
 */
export const healthPlugin = definePlugin(
  { name: 'health', dependencies: ['route-access'] },
  (app, { db, environment }) => {
    const checkReadiness = createReadinessCheck(db, environment, () => app.checkPictureStore());
    app.decorate('checkReadiness', checkReadiness);
    app.get('/healthz', undocumentedRoute, async (_, reply) =>
      reply.headers(healthHeaders).send({ status: 'ok', version }),
    );
    app.get('/readyz', undocumentedRoute, async (_, reply) => {
      if (app.isStopping())
        throw new AppError('unavailable', 'Shutting down.', { retryAfterSeconds: 1 });
      const { isReady, checks } = await checkReadiness();
      const failed = Object.keys(checks).filter((name) => !checks[name]);
      if (!isReady) {
        throw new AppError('unavailable', `Not ready: ${failed.join(', ')}.`, {
          retryAfterSeconds: 1,
        });
      }
      const status = failed.length > 0 ? 'degraded' : 'ok';
      return reply.headers(healthHeaders).send({ status, version, checks });
    });
  },
);
