import type { Database } from '../db/database.server';
import { acquireLease } from '../db/locks.server';
import { purgeRateLimits } from '../db/rate-limit-counter.server';
import { startJob } from '../lib/start-job.server';
import { HOUR, MINUTE } from '../lib/time/durations';
import { definePlugin } from './environment/define-plugin.server';
import { defaultTimings, type OutboxTimings } from './outbox/delivery-attempt.server';

/** A cleanup job. Its function name is logged when it fails. */
type HousekeepingJob = (db: Database) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds jobs that run every hour, such as purging expired rows. */
    addHousekeepingJobs: (...jobs: HousekeepingJob[]) => void;
  }
}

/**
 * Time for which no other process runs the jobs. Shorter than an hour, because a run that comes a
 * moment too early would be skipped.
 */
const leaseMs = HOUR - 10 * MINUTE;

/**
 * Runs the plugins' housekeeping jobs one after the other, a minute after the start and then every
 * hour. Of the processes that share a database, one runs them.
 */
export const housekeepingPlugin = definePlugin<{
  /** `clockMs` is the time until the first run, a minute. */
  outboxDelays?: OutboxTimings;
}>({ name: 'housekeeping' }, (app, { db, outboxDelays: { clockMs } = defaultTimings }) => {
  const { createReporter } = app.outages;
  const jobs: HousekeepingJob[] = [purgeRateLimits];
  app.decorate('addHousekeepingJobs', (...added) => void jobs.push(...added));
  let claimedAt = Number.NEGATIVE_INFINITY;

  async function runWhenDue(signal: AbortSignal): Promise<void> {
    // Looked at every minute, so that it takes part when a database that sleeps is awake.
    if (performance.now() - claimedAt < HOUR || !app.mayPoll()) return;
    const release = await acquireLease(db, 'housekeeping_lease', leaseMs);
    claimedAt = performance.now();
    // Otherwise never released: it expires before the next run is due.
    if (release && !(await runJobs(signal))) await release();
  }

  /** @returns false when it was stopped before the last job */
  async function runJobs(signal: AbortSignal): Promise<boolean> {
    for (const job of jobs) {
      if (signal.aborted) return false;
      await job(db).catch(createReporter('housekeeping failed', { job: job.name }));
    }
    return true;
  }

  let stop = async (): Promise<void> => {};
  // When all plugins have added their jobs.
  app.addHook('onReady', async () => {
    const onError = createReporter('housekeeping failed');
    stop = startJob(runWhenDue, { intervalMs: clockMs, onError });
  });
  app.addHook('onClose', () => stop());
});
