import cookie from '@fastify/cookie';
import { clientErrorsPlugin } from '../analytics/client-errors/plugin.server';
import { analyticsPlugin } from '../analytics/plugin.server';
import { type ConversionApis, conversionApis } from '../analytics/tracking/conversion-apis.server';
import { refreshLogoTones } from '../content/collections/case-studies/refresh-logo-tones.server';
import { talentsPlugin } from '../content/collections/talents/plugin.server';
import { type CollectionsOptions, collectionsPlugin } from '../content/collections.plugin.server';
import { contentCountsPlugin } from '../content/counts/plugin.server';
import { demoItemsPlugin, hasDemoItems } from '../content/demo-items.plugin.server';
import { pageContentsPlugin } from '../content/pages/plugin.server';
import { previewsPlugin } from '../content/previews.plugin.server';
import { settingsPlugin } from '../content/settings/plugin.server';
import { authPlugin } from '../foundation/auth/plugin.server';
import {
  type RouteAccessOptions,
  routeAccessPlugin,
} from '../foundation/auth/route-access.plugin.server';
import { cdnPlugin } from '../foundation/cdn.plugin.server';
import { createLiveSettings } from '../foundation/environment/live-settings.server';
import { housekeepingPlugin } from '../foundation/housekeeping.plugin.server';
import { type MediaOptions, mediaPlugin } from '../foundation/media/plugin.server';
import type { ToneOptions } from '../foundation/media/read-missing-tones.server';
import { type OutboxOptions, outboxPlugin } from '../foundation/outbox/plugin.server';
import { webhooksPlugin } from '../foundation/webhooks/plugin.server';
import type { Api } from '../http/api.server';
import { leadsPlugin } from '../leads/plugin.server';
import { selfTestPlugin } from '../operations/self-test.plugin.server';
import { setupPlugin } from '../operations/setup.plugin.server';
import { paymentsPlugin } from '../payments/plugin.server';
import { inquiryPagePlugin } from '../routes/inquiry/routes.server';
import { schedulingPlugin } from '../scheduling/plugin.server';
import { clientAddressPlugin } from './client-address.plugin.server';
import { createServer, type ServerOptions } from './create-server.server';
import { deliveries } from './deliveries.server';
import {
  collectionHooks,
  findReferencedLogos,
  findReferencedPictures,
  leadHooks,
  settingsHooks,
} from './feature-hooks.server';
import { healthPlugin } from './health.plugin.server';
import { metricsPlugin } from './metrics.plugin.server';
import { apiDocsPlugin } from './openapi/api-docs.plugin.server';
import { publicFilesPlugin } from './public-files.plugin.server';
import { crawlerFilesPlugin } from './ssr/crawler-files.plugin.server';
import { type PagesOptions, pagesPlugin } from './ssr/pages.plugin.server';
import { tracingPlugin } from './tracing.plugin.server';

type AppOptions = Pick<ServerOptions, 'logger'> &
  PagesOptions &
  RouteAccessOptions &
  Omit<MediaOptions, 'findReferencedIds' | keyof ToneOptions> &
  Pick<OutboxOptions, 'outboxDelays'> &
  Pick<CollectionsOptions, 'replica'> & {
    /** The APIs that conversions are sent to; by default the platforms' own. */
    conversionApis?: ConversionApis;
  };

/**
 * Builds the whole server on a migrated database, without listening. Used by `main` and the tests.
 */
export async function buildApp(startOptions: AppOptions): Promise<Api> {
  const { db } = startOptions;
  const settings = await createLiveSettings(db, startOptions.environment);
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
  await app.register(clientAddressPlugin, options);
  await app.register(metricsPlugin, options);
  await app.register(housekeepingPlugin, options);

  await app.register(cdnPlugin, options);

  // The collections first: their onSend hook must reach the encapsulated routes of the others.
  await app.register(collectionsPlugin, { ...options, collectionHooks });
  await app.register(demoItemsPlugin, options);
  await app.register(pageContentsPlugin, { ...options, hasDemoItems });
  await app.register(authPlugin, options);
  await app.register(settingsPlugin, { ...options, settingsHooks });
  await app.register(mediaPlugin, {
    ...options,
    findReferencedIds: findReferencedPictures,
    findLogoIds: findReferencedLogos,
    onToneRead: refreshLogoTones,
  });
  await app.register(outboxPlugin, {
    ...options,
    deliveries,
    services: { conversionApis: options.conversionApis ?? conversionApis, leadHooks },
  });
  await app.register(webhooksPlugin, options);

  const getOptions = () => app.pageContents.site.filters;
  await app.register(talentsPlugin, { ...options, getOptions });
  await app.register(previewsPlugin, options);
  await app.register(contentCountsPlugin, options);
  await app.register(leadsPlugin, { ...options, leadHooks });
  await app.register(setupPlugin, options);
  await app.register(selfTestPlugin, options);
  await app.register(schedulingPlugin, options);
  await app.register(paymentsPlugin, options);
  await app.register(analyticsPlugin, options);
  await app.register(clientErrorsPlugin, options);

  await app.register(pagesPlugin, options);
  await app.register(inquiryPagePlugin, options);
  await app.register(crawlerFilesPlugin, options);
  return app;
}
