import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.server';
import { purgeRateLimits } from '../db/rate-limit-counter.server';
import { purgeFunnelCounts } from '../features/analytics/store.server';
import { purgeIdempotencyKeys } from '../features/leads/idempotency-keys.server';
import { purgeOldLeads } from '../features/leads/retention.server';
import { fillSearchTexts } from '../features/leads/search-text-table.server';
import { purgeOldBookings } from '../features/scheduling/purge-old-bookings.server';
import { purgeAudit } from '../foundation/audit/store.server';
import { purgeKnownDevices } from '../foundation/auth/known-device.server';
import { purgeSecurityEvents } from '../foundation/auth/security-event-store.server';
import { purgeSessions } from '../foundation/auth/session-store.server';
import { purgeSignInFailures } from '../foundation/auth/sign-in-limit.server';
import { HOUR } from '../lib/time';

const intervalMs = HOUR;

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
