import { statfs } from 'node:fs/promises';
import type { Database } from '../db/database.server';
import { probeWrite } from '../db/probe-write.server';
import { definePlugin } from '../foundation/settings/define-plugin.server';
import type { Environment } from '../foundation/settings/environment.server';
import { AppError } from '../lib/errors';
import { version } from '../lib/version.server';

type Settings = Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>;

/** Milliseconds for which a result is cached, so that the probe runs at most once a second. */
const maxCacheAgeMs = 1_000;

/** Milliseconds after which an unfinished write counts as failed. */
const writeTimeoutMs = 2_000;

/**
 * Bytes that an inquiry may need on the disk. The probe's single row can still fit into SQLite's
 * write-ahead log when an inquiry's rows do not.
 */
const minFreeBytes = 256 * 1024;

export const healthHeaders = { 'Cache-Control': 'no-store', 'X-Version': version };

/**
 * Checks the free space for the SQLite file.
 * @throws AppError unavailable when its disk is full
 */
async function requireFreeSpace({ DATABASE_URL, DATA_DIR }: Settings): Promise<void> {
  if (DATABASE_URL) return;
  const { bavail, bsize } = await statfs(DATA_DIR);
  if (bavail * bsize < minFreeBytes) throw new AppError('unavailable', 'The disk is full.');
}

/** Creates the check whether a write succeeds. Concurrent calls share one write. */
function createWriteCheck(db: Database, settings: Settings): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined;
  let cached: { isWritable: boolean; at: number } | undefined;

  async function runProbe(): Promise<boolean> {
    const isWritable = await Promise.all([probeWrite(db), requireFreeSpace(settings)]).then(
      () => true,
      () => false,
    );
    cached = { isWritable, at: performance.now() };
    probe = undefined;
    return isWritable;
  }

  return async () => {
    if (cached && performance.now() - cached.at < maxCacheAgeMs) return cached.isWritable;
    probe ??= runProbe();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, writeTimeoutMs, false).unref();
    });
    return Promise.race([probe, timeout]).finally(() => clearTimeout(timer));
  };
}

/**
 * Adds the health checks. `/healthz`: the process is up (restart it otherwise). `/readyz`: it
 * accepts inquiries; 503 while a write would fail and while it shuts down (route visitors to
 * another process meanwhile).
 */
export const healthPlugin = definePlugin(
  { name: 'health', dependencies: ['route-access'] },
  (app, { db, environment }) => {
    const isWritable = createWriteCheck(db, environment);
    const options = { config: { access: 'public' }, schema: { hide: true } } as const;
    app.get('/healthz', options, async (_, reply) =>
      reply.headers(healthHeaders).send({ status: 'ok', version }),
    );
    app.get('/readyz', options, async (_, reply) => {
      if (app.isStopping())
        throw new AppError('unavailable', 'Shutting down.', { retryAfterSeconds: 1 });
      if (!(await isWritable())) {
        throw new AppError('unavailable', 'Nothing can be stored right now.', {
          retryAfterSeconds: 1,
        });
      }
      return reply.headers(healthHeaders).send({ status: 'ok', version });
    });
  },
);
