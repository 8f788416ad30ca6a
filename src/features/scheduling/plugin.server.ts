import {
  defaultTimings,
  type OutboxTimings,
} from '../../foundation/outbox/delivery-attempt.server';
import { definePlugin, type SiteOptions } from '../../foundation/settings/define-plugin.server';
import {
  registerCallChangeRoutes,
  registerCallHoursRoutes,
  registerCallListRoutes,
  registerCallPersonRoutes,
  registerCallResultRoutes,
  registerUndoCallRoute,
} from './admin-routes.server';
import { startCallReminders } from './call-reminders.server';
import { registerBookingReportRoutes } from './providers/booking-report-routes.server';
import { registerSchedulingWebhooks } from './providers/webhook-routes.server';
import { purgeOldBookings } from './purge-old-bookings.server';
import { registerBookingRoutes, registerCallTokenRoutes } from './routes.server';

interface SchedulingOptions extends SiteOptions {
  outboxDelays?: OutboxTimings;
}

/** Registers discovery calls, booked on the site or through Calendly or Cal.com. */
export const schedulingPlugin = definePlugin<SchedulingOptions>(
  { name: 'scheduling', dependencies: ['route-access', 'housekeeping', 'outbox', 'leads'] },
  async (app, { db, environment, outboxDelays = defaultTimings }) => {
    registerBookingRoutes(app, db, environment);
    registerCallTokenRoutes(app, db, environment);
    registerBookingReportRoutes(app, db, environment);
    registerCallHoursRoutes(app, db);
    registerCallListRoutes(app, { db, environment });
    registerCallChangeRoutes(app, { db, environment });
    registerCallPersonRoutes(app, { db, environment });
    registerCallResultRoutes(app, { db, environment });
    registerUndoCallRoute(app, { db, environment });
    await registerSchedulingWebhooks(app, db, environment);
    app.addHousekeepingJobs(function purgeBookings() {
      return purgeOldBookings(db, environment.owner.leadRetentionMonths);
    });
    startCallReminders(app, { db, environment, intervalMs: outboxDelays.clockMs });
  },
);
