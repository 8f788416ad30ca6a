import { definePlugin } from '../foundation/environment/define-plugin.server';
import { createFunnelCounter } from './funnel-counter.server';
import { registerFunnelRoutes } from './routes.server';
import { foldFunnelEntries, purgeFunnelCounts } from './store.server';

/** Counts the steps of the funnel, from a visit to a payment. */
export const analyticsPlugin = definePlugin(
  { name: 'analytics', dependencies: ['route-access', 'housekeeping'] },
  (app, { db, environment }) => {
    const funnel = createFunnelCounter(db, app.outages);
    registerFunnelRoutes(app, db, environment, funnel);
    app.addHousekeepingJobs(foldFunnelEntries, purgeFunnelCounts);
    app.addHook('onClose', () => funnel.stop());
  },
);
