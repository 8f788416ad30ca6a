import { resolve } from 'node:path';
import { openDatabase } from '../db/database.server';
import { migrate } from '../db/migrate.server';
import { ensureAdminAccount } from '../foundation/auth/admin-account.server';
import { readEnvironment } from '../foundation/environment/environment.server';
import { notFoundPage, pages } from '../routes/pages';
import { buildApp } from './app.server';
import { preloadPage } from './page-component';
import { seedDemoContent } from './seed-demo-content.server';
import type { FindPageAssets } from './ssr/page-assets.server';
import { serializeError } from './startup-log.server';

interface DevSiteOptions {
  /** Environment variables, with those of `.env`. */
  variables: Record<string, string | undefined>;
  findPageAssets: FindPageAssets;
  demoPicturesDir: string;
  report: (line: string) => void;
}

/**
 * Relaxes the content security policy for Vite's client, which adds `<style>` elements and whose
 * worker waits for a restarted server.
 */
const relaxPolicy = (policy: string) =>
  policy
    .replace("style-src 'self'", "$& 'unsafe-inline'")
    .replace("worker-src 'none'", "worker-src 'self' blob:");

/**
 * Starts the site for `npm run dev`, without listening. `scripts/dev.mjs` reloads this module
 * after each edit; no bundle contains it.
 */
export async function startDevSite(options: DevSiteOptions) {
  const { variables, report, findPageAssets, demoPicturesDir } = options;
  // After an edit, the old server still holds the port of the metrics while the new one starts.
  const environment = { ...readEnvironment(variables), METRICS_PORT: undefined };
  const db = await openDatabase(environment);
  try {
    await migrate(db, { report });
    if (environment.DEMO_CONTENT) await seedDemoContent(db);
    const { generatedPassword, passwordReady } = await ensureAdminAccount(db, environment);
    if (generatedPassword) report(`Admin password, shown this once: ${generatedPassword}`);
    const app = await buildApp({
      db,
      environment,
      clientDir: resolve('public'),
      demoPicturesDir,
      findPageAssets,
      adminAccountReady: passwordReady,
      logger: { level: environment.LOG_LEVEL, serializers: { err: serializeError } },
    });
    app.addHook('onSend', async (_request, reply) => {
      const policy = reply.getHeader('content-security-policy');
      if (policy) reply.header('content-security-policy', relaxPolicy(String(policy)));
    });
    try {
      await app.ready();
      // Otherwise a broken page is noticed only when somebody opens it.
      await Promise.all([...pages, notFoundPage].map(preloadPage));
    } catch (error) {
      await app.close();
      throw error;
    }
    return {
      environment,
      server: app.server,
      async close(): Promise<void> {
        await passwordReady;
        await app.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
