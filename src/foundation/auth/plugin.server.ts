import { definePlugin } from '../environment/define-plugin.server';
import { purgeKnownDevices } from './known-device.server';
import { registerAuthRoutes, registerPasswordRoute } from './routes.server';
import { registerSecondFactorRoutes } from './second-factor-routes.server';
import { purgeSecurityEvents } from './security-event-store.server';
import { registerSessionRoutes } from './session-routes.server';
import { purgeSessions } from './session-store.server';
import { purgeSignInFailures } from './sign-in-limit.server';

/** Registers the admin's sign-in, sessions and second factor. */
export const authPlugin = definePlugin(
  { name: 'auth', dependencies: ['route-access', 'housekeeping'] },
  (app, site) => {
    registerAuthRoutes(app, site);
    registerPasswordRoute(app, site);
    registerSessionRoutes(app, site);
    registerSecondFactorRoutes(app, site);
    app.addHousekeepingJobs(purgeSessions, purgeKnownDevices);
    app.addHousekeepingJobs(purgeSignInFailures, purgeSecurityEvents);
  },
);
