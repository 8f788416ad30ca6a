import type { FastifyBaseLogger } from 'fastify';
import { purgeAudit } from '../features/audit/audit-store.server';
import { purgeKnownDevices } from '../features/auth/known-device.server';
import { purgeSessions } from '../features/auth/session-store.server';
import { purgeSignInFailures } from '../features/auth/sign-in-limit.server';
import { purgeFunnelCounts } from '../features/funnel/funnel-counts.server';
import { purgeIdempotencyKeys } from '../features/leads/idempotency-keys.server';
import { purgeOldLeads } from '../features/leads/lead-retention.server';
import { fillSearchTexts } from '../features/leads/lead-search-texts.server';
import { purgeOldBookings } from '../features/scheduling/booking-retention.server';
import { purgeSecurityEvents } from '../features/security/security-events.server';
import type { Database } from '../lib/database.server';
import { purgeRateLimits } from '../lib/shared-counter.server';

const intervalMs = 3_600_000;

type Job = (db: Database) => Promise<void>;

const jobs: Job[] = [
  purgeSessions,
  purgeKnownDevices,
  purgeSignInFailures,
  purgeSecurityEvents,
  purgeIdempotencyKeys,
  purgeOldLeads,
  purgeOldBookings,
  purgeFunnelCounts,
  purgeAudit,
  purgeRateLimits,
  // What an earlier release beside this one has stored since.
  function fillMissingSearchTexts(db) {
    return fillSearchTexts(db);
  },
];

/**
 * Deletes, every hour, what has served its time, and makes up for what an earlier release left out.
 * @param extraJobs chores that need more than the database
 * @returns what stops it
 */
export function startHousekeeping(
  db: Database,
  log: FastifyBaseLogger,
  extraJobs: readonly Job[] = [],
): () => void {
  const timer = setInterval(async () => {
    for (const job of [...jobs, ...extraJobs]) {
      try {
        await job(db);
      } catch (error) {
        log.error({ err: error, chore: job.name }, 'housekeeping failed');
      }
    }
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
