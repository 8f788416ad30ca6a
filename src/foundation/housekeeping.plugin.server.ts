import type { Database } from '../db/database.server';
import { purgeRateLimits } from '../db/rate-limit-counter.server';
import { HOUR } from '../lib/time';
import { purgeAudit } from './audit/store.server';
import { definePlugin } from './settings/define-plugin.server';

/** A cleanup job. Its function name is logged when it fails. */
type HousekeepingJob = (db: Database) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds jobs that run every hour, such as purging expired rows. */
    addHousekeepingJobs: (...jobs: HousekeepingJob[]) => void;
  }
}

/** Runs the plugins' housekeeping jobs every hour, one after the other. */
export const housekeepingPlugin = definePlugin({ name: 'housekeeping' }, (app, { db }) => {
  const jobs: HousekeepingJob[] = [purgeAudit, purgeRateLimits];
  app.decorate('addHousekeepingJobs', (...added) => void jobs.push(...added));
  const timer = setInterval(async () => {
    for (const job of jobs) {
      try {
        await job(db);
      } catch (error) {
        app.log.error({ err: error, chore: job.name }, 'housekeeping failed');
      }
    }
  }, HOUR);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
});
