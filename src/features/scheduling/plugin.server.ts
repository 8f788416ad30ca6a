import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { registerSchedulingAdminRoutes } from './admin-routes.server';
import { registerBookingReportRoutes } from './providers/booking-report-routes.server';
import { registerSchedulingWebhooks } from './providers/webhook-routes.server';
import { purgeOldBookings } from './purge-old-bookings.server';
import { registerSchedulingRoutes } from './routes.server';
import { createCallStore } from './store.server';

/** Registers discovery calls, booked on the site or through Calendly or Cal.com. */
export const schedulingPlugin = definePlugin(
  { name: 'scheduling', dependencies: ['route-access', 'housekeeping', 'outbox', 'leads'] },
  async (app, { db, environment }) => {
    const calls = createCallStore(db, app.wakeOutbox);
    registerSchedulingRoutes(app, db, environment, { calls, admit: app.admitInquiry });
    registerBookingReportRoutes(app, db, environment);
    registerSchedulingAdminRoutes(app, db, calls);
    await registerSchedulingWebhooks(app, db, environment);
    app.addHousekeepingJobs(purgeOldBookings);
  },
);
