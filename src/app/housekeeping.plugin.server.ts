import type { Database } from '../db/database.server';
import { purgeRateLimits } from '../db/rate-limit-counter.server';
import { purgeFunnelCounts } from '../features/analytics/store.server';
import { purgeIdempotencyKeys } from '../features/leads/idempotency-keys.server';
import { purgeExpiredLeads } from '../features/leads/retention.server';
import { fillSearchTexts } from '../features/leads/search-text-table.server';
import { purgeOldBookings } from '../features/scheduling/purge-old-bookings.server';
import { purgeAudit } from '../foundation/audit/store.server';
import { purgeKnownDevices } from '../foundation/auth/known-device.server';
import { purgeSecurityEvents } from '../foundation/auth/security-event-store.server';
import { purgeSessions } from '../foundation/auth/session-store.server';
import { purgeSignInFailures } from '../foundation/auth/sign-in-limit.server';
import { removeUnusedPictures } from '../foundation/media/remove-unused-pictures.server';
import { definePlugin } from '../foundation/settings/define-plugin.server';
import { HOUR } from '../lib/time';
import { leadHooks } from './feature-hooks.server';
import { findReferencedPictures } from './find-referenced-pictures.server';

type Job = (db: Database) => Promise<void>;

const jobs: Job[] = [
  purgeSessions,
  purgeKnownDevices,
  purgeSignInFailures,
  purgeSecurityEvents,
  purgeIdempotencyKeys,
  function purgeOldLeads(db) {
    return purgeExpiredLeads(db, leadHooks);
  },
  purgeOldBookings,
  purgeFunnelCounts,
  purgeAudit,
  purgeRateLimits,
  // For leads that a process of an earlier release has stored since the start.
  function fillMissingSearchTexts(db) {
    return fillSearchTexts(db);
  },
];

/** Runs the jobs every hour: purges expired rows, and fills in what an earlier release left out. */
export const housekeepingPlugin = definePlugin(
  { name: 'housekeeping', dependencies: ['media'] },
  (app, { db }) => {
    const { log, pictureStorage: storage } = app;
    const allJobs: Job[] = [
      ...jobs,
      function removePictures() {
        return removeUnusedPictures({ db, storage, findReferencedIds: findReferencedPictures });
      },
    ];
    const timer = setInterval(async () => {
      for (const job of allJobs) {
        try {
          await job(db);
        } catch (error) {
          log.error({ err: error, chore: job.name }, 'housekeeping failed');
        }
      }
    }, HOUR);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
  },
);
