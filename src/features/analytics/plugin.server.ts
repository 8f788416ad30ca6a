import { definePlugin } from '../../foundation/settings/define-plugin.server';
import { createFunnelCounter } from './funnel-counter.server';
import { registerFunnelRoutes } from './routes.server';

/** Counts the steps from a visit to a booked call. */
export const analyticsPlugin = definePlugin(
  { name: 'analytics', dependencies: ['route-access'] },
  (app, { db, environment }) => {
    const { log, outages } = app;
    const funnel = createFunnelCounter(db, { log, outages });
    registerFunnelRoutes(app, db, environment, funnel);
    app.addHook('onClose', () => funnel.stop());
  },
);
