import cookie from '@fastify/cookie';
import {
  type RouteAccessOptions,
  routeAccessPlugin,
} from '../foundation/auth/route-access.plugin.server';
import { cdnPlugin } from '../foundation/cdn.plugin.server';
import { createLiveSettings } from '../foundation/environment/live-settings.server';
import { housekeepingPlugin } from '../foundation/housekeeping.plugin.server';
import { createServer, type ServerOptions } from './create-server.server';
import { purgeHistory } from './feature-hooks.server';
import { healthPlugin } from './monitoring/health.plugin.server';
import { metricsPlugin } from './monitoring/metrics.plugin.server';
import { tracingPlugin } from './monitoring/tracing.plugin.server';
import { apiDocsPlugin } from './openapi/api-docs.plugin.server';
import { type PublicFilesOptions, publicFilesPlugin } from './public-files.plugin.server';

export type PlatformOptions = Pick<ServerOptions, 'logger'> &
  PublicFilesOptions &
  RouteAccessOptions;

/**
 * Creates the server with what every feature stands on: its protection, the check of access,
 * operation, and housekeeping.
 * @returns the server, and the options with the settings in effect
 */
export async function createPlatform<Options extends PlatformOptions>(startOptions: Options) {
  const settings = await createLiveSettings(startOptions.db, startOptions.environment);
  const options = { ...startOptions, environment: settings.environment };
  const app = createServer({ ...options, settings });
  await app.register(tracingPlugin, options);
  // Before the plugin that checks access: public files need no authorization. All routes after it
  // declare the callers that they authorize.
  await app.register(cookie);
  await app.register(publicFilesPlugin, options);
  await app.register(routeAccessPlugin, options);
  await app.register(apiDocsPlugin, options);
  await app.register(healthPlugin, options);
  await app.register(metricsPlugin, options);
  await app.register(housekeepingPlugin, options);
  app.addHousekeepingJobs(purgeHistory);
  await app.register(cdnPlugin, options);
  return { app, options };
}
