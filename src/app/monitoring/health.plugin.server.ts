import { statfs } from 'node:fs/promises';
import type { Database } from '../../db/database.server';
import { requireCompatible } from '../../db/migrate.server';
import { readMigrationState } from '../../db/migration-state.server';
import { probeWrite } from '../../db/site-state.server';
import { isStorageError } from '../../db/storage-error.server';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { undocumentedRoute } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { createSnapshot } from '../../lib/snapshot.server';
import { SECOND } from '../../lib/time/durations';
import { version } from '../../lib/version.server';

type Settings = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR' | 'S3_ENDPOINT'>;

/** Time after which a check counts as unfinished. */
const timeoutMs = 2 * SECOND;

/**
 * Bytes that an inquiry may need on the disk. The probe's single row can still fit into SQLite's
 * write-ahead log when an inquiry's rows do not.
 */
const minFreeBytes = 256 * 1024;

async function requireFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < minFreeBytes) throw new Error('The disk is full.');
}

/**
 * Fails when a newer release, or a restored backup, has changed the schema under this process. An
 * unavailable database says nothing about its schema: that is the `database` check's to report.
 */
async function requireMatchingSchema(db: Database): Promise<void> {
  const state = await readMigrationState(db).catch((error) => {
    if (!isStorageError(error)) throw error;
  });
  if (!state) return;
  requireCompatible(state);
  if (state.pending.length > 0) throw new Error('Migrations are pending.');
}

/**
 * Runs a check at most once in `maxAgeMs`. Concurrent calls share one run.
 * @param resultOnTimeout the result of a run that is not finished in time
 */
function createCachedCheck(
  check: () => Promise<unknown>,
  maxAgeMs: number,
  resultOnTimeout = false,
) {
  const isOk = createSnapshot(
    () =>
      check().then(
        () => true,
        () => false,
      ),
    maxAgeMs,
  );

  return async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, resultOnTimeout).unref();
    });
    return Promise.race([isOk.read(), timeout]).finally(() => clearTimeout(timer));
  };
}

interface Readiness {
  /** True when inquiries can be stored, as far as the checks say. */
  isReady: boolean;
  /** The checks by name: true when passed. */
  checks: Record<string, boolean>;
}

/**
 * Creates the checks of what the site needs. Without the picture store the site is ready, because
 * visitors can still read pages and send inquiries, and no other process would do better.
 */
function createReadinessCheck(
  db: Database,
  { DATABASE_URL, DATA_DIR, S3_ENDPOINT }: Settings,
  checkPictureStore: () => Promise<void>,
): (excluded?: readonly string[]) => Promise<Readiness> {
  const isOnSqlite = DATABASE_URL === undefined;
  const hasFiles = isOnSqlite || S3_ENDPOINT === undefined;
  const checks = {
    database: createCachedCheck(() => probeWrite(db), SECOND),
    migrations: createCachedCheck(() => requireMatchingSchema(db), 10 * SECOND, true),
    ...(hasFiles && { disk: createCachedCheck(() => requireFreeSpace(DATA_DIR), SECOND) }),
    ...(S3_ENDPOINT && { store: createCachedCheck(checkPictureStore, 10 * SECOND) }),
  };
  const required = ['database', 'migrations', ...(isOnSqlite ? ['disk'] : [])];

  return async (excluded = []) => {
    const entries = Object.entries(checks)
      .filter(([name]) => !excluded.includes(name))
      .map(async ([name, check]) => [name, await check()] as const);
    const results: Record<string, boolean> = Object.fromEntries(await Promise.all(entries));
    return { isReady: required.every((name) => results[name] !== false), checks: results };
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    checkReadiness: ReturnType<typeof createReadinessCheck>;
  }
}

const readyzRoute = {
  ...undocumentedRoute,
  schema: {
    ...undocumentedRoute.schema,
    querystring: z.object({ exclude: z.optional(z.string()) }),
  },
} as const;

export const healthHeaders = { 'Cache-Control': 'no-store', 'X-Version': version };

/**
 * Adds the health checks. `/healthz`: the process is up (restart it otherwise). `/readyz`: it
 * accepts inquiries; 503 while a write would fail and while it shuts down. Proxies leave out, with
 * `exclude`, what fails in all processes at once: with the database unavailable, cached pages must
 * still reach visitors. `/api/client-address`: the address that the rate limits count a request
 * under, and the one that a CDN says it came from, which `npm run doctor` compares.
 */
export const healthPlugin = definePlugin(
  { name: 'health', dependencies: ['route-access'] },
  (app, { db, environment }) => {
    const checkReadiness = createReadinessCheck(db, environment, () => app.checkPictureStore());
    app.decorate('checkReadiness', checkReadiness);
    app.get('/healthz', undocumentedRoute, async (_, reply) =>
      reply.headers(healthHeaders).send({ status: 'ok', version }),
    );
    app.get('/readyz', readyzRoute, async ({ query }, reply) => {
      if (app.isStopping())
        throw new AppError('unavailable', 'Shutting down.', { retryAfterSeconds: 1 });
      const { isReady, checks } = await checkReadiness(query.exclude?.split(','));
      const failed = Object.keys(checks).filter((name) => !checks[name]);
      if (!isReady) {
        throw new AppError('unavailable', `Not ready: ${failed.join(', ')}.`, {
          retryAfterSeconds: 1,
        });
      }
      const status = failed.length > 0 ? 'degraded' : 'ok';
      return reply.headers(healthHeaders).send({ status, version, checks });
    });
    app.get('/api/client-address', undocumentedRoute, async ({ ip, headers }, reply) => {
      // Cloudflare's header, Fastly's, and that of several others.
      const cdnAddress =
        headers['cf-connecting-ip'] || headers['fastly-client-ip'] || headers['true-client-ip'];
      return reply
        .header('Cache-Control', 'no-store')
        .send({ address: ip, cdnAddress: cdnAddress ?? null });
    });
  },
);
