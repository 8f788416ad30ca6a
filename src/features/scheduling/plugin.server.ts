import { definePlugin } from '../../foundation/settings/define-plugin.server';
import {
  registerCallChangeRoutes,
  registerCallHoursRoutes,
  registerCallListRoutes,
} from './admin-routes.server';
import { registerBookingReportRoutes } from './providers/booking-report-routes.server';
import { registerSchedulingWebhooks } from './providers/webhook-routes.server';
import { purgeOldBookings } from './purge-old-bookings.server';
import { registerBookingRoutes, registerCallTokenRoutes } from './routes.server';

/** Registers discovery calls, booked on the site or through Calendly or Cal.com. */
export const schedulingPlugin = definePlugin(
  { name: 'scheduling', dependencies: ['route-access', 'housekeeping', 'outbox', 'leads'] },
  async (app, { db, environment }) => {
    registerBookingRoutes(app, db, environment);
    registerCallTokenRoutes(app, db, environment);
    registerBookingReportRoutes(app, db, environment);
    registerCallHoursRoutes(app, db);
    registerCallListRoutes(app, db);
    registerCallChangeRoutes(app, db);
    await registerSchedulingWebhooks(app, db, environment);
    app.addHousekeepingJobs(function purgeBookings() {
      return purgeOldBookings(db, environment.owner.leadRetentionMonths);
    });
  },
);
