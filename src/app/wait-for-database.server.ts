import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { describeConnectionError, explainDatabaseError } from '../db/errors.server';
import { isStorageError } from '../db/storage-error.server';
import type { Environment } from '../foundation/environment/environment.server';
import type { Api } from '../http/api.server';
import { createSecurityHeadersHook } from '../http/security-headers.server';
import { AppError } from '../lib/errors';
import { version } from '../lib/version.server';
import { errorHandler, schemaController } from './error-handler.server';
import { healthHeaders } from './monitoring/health.plugin.server';

const retryDelayMs = 1_000;

/** Time after which a process that still prepares the database responds to health checks. */
const maxSilenceMs = 3_000;

interface Options {
  environment: Environment;
  /** Makes a server listen on the site's host and port. */
  listen: (api: Api) => Promise<void>;
  report: (line: string) => void;
}

/** Creates the placeholder server: /healthz responds with 200, everything else with 503. */
function createPlaceholderServer(environment: Environment): Api {
  const api: Api = Fastify({ schemaController, forceCloseConnections: true });
  api.setErrorHandler(errorHandler);
  api.addHook('onRequest', createSecurityHeadersHook({ environment, onChange: () => {} }));
  api.addHook('onSend', async (_request, reply) => {
    reply.header('Connection', 'close');
  });
  api.get('/healthz', async (_, reply) =>
    reply.headers(healthHeaders).send({ status: 'ok', version }),
  );
  api.setNotFoundHandler(() => {
    throw new AppError('unavailable', 'Starting. Please try again.', { retryAfterSeconds: 5 });
  });
  return api;
}

/**
 * Runs the startup's work on the database. While PostgreSQL is unavailable, the work is retried
 * every second. Then, and when the work takes long, as a migration of a large table does, a
 * placeholder server listens: a supervisor would restart a process that nobody can reach.
 * @param work must be safe to run again after it failed halfway
 * @throws what `work` throws for any other reason
 */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  { environment, listen, report }: Options,
): Promise<T> {
  const startedAt = performance.now();
  let placeholder: Api | undefined;
  let listening: Promise<void> | undefined;
  let isOutageReported = false;
  function startPlaceholder(): Promise<void> {
    placeholder ??= createPlaceholderServer(environment);
    listening ??= listen(placeholder);
    return listening;
  }
  const timer = setTimeout(() => {
    if (placeholder) return;
    report(
      'The database is still being prepared. Until it is: /healthz responds with 200, all else with 503.',
    );
    // A port that is in use ends the process at once: migrations are transactions. Any other failure
    // is reported once the work has ended.
    startPlaceholder().catch(() => {});
  }, maxSilenceMs);
  try {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const { DATABASE_URL: url } = environment;
        if (!url || !isStorageError(error) || explainDatabaseError(error, url)) throw error;
        if (!isOutageReported) {
          report(
            `PostgreSQL is not available (${describeConnectionError(error)}). Waiting for it: /healthz responds with 200, all else with 503.`,
          );
          isOutageReported = true;
        }
        await startPlaceholder();
      }
      await pause(retryDelayMs);
    }
  } finally {
    clearTimeout(timer);
    if (placeholder) {
      await listening;
      await placeholder.close();
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      report(`The wait for the database ended after ${seconds} s.`);
    }
  }
}
