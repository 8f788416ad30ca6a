import { definePlugin } from '../foundation/environment/define-plugin.server';
import { defaultTimings, type OutboxTimings } from '../foundation/outbox/delivery-attempt.server';
import {
  registerCallChangeRoutes,
  registerCallHoursRoutes,
  registerCallListRoutes,
  registerCallPersonRoutes,
  registerCallResultRoutes,
} from './admin-routes.server';
import { purgeCallReminders, startCallReminders } from './call-reminders.server';
import { registerCallReportRoutes } from './providers/call-report-routes.server';
import { registerSchedulingWebhooks } from './providers/webhook-routes.server';
import { registerCallTokenRoutes, registerVisitorRoutes } from './routes.server';
import { purgeOldCalls } from './store.server';

/** Registers discovery calls, booked on the site or through Calendly or Cal.com. */
export const schedulingPlugin = definePlugin<{ outboxDelays?: OutboxTimings }>(
  {
    name: 'scheduling',
    dependencies: ['route-access', 'settings', 'housekeeping', 'outbox', 'leads'],
  },
  async (app, { outboxDelays = defaultTimings, ...site }) => {
    registerVisitorRoutes(app, site);
    registerCallTokenRoutes(app, site);
    registerCallReportRoutes(app, site);
    registerCallHoursRoutes(app, site);
    registerCallListRoutes(app, site);
    registerCallChangeRoutes(app, site);
    registerCallPersonRoutes(app, site);
    registerCallResultRoutes(app, site);
    await registerSchedulingWebhooks(app, site);
    app.addHousekeepingJobs(purgeCallReminders, function purgeBookings(db) {
      return purgeOldCalls(db, site.environment.owner.leadRetentionMonths);
    });
    startCallReminders(app, { ...site, intervalMs: outboxDelays.clockMs });
  },
);
