import { clientErrorsPlugin } from '../analytics/client-errors/plugin.server';
import { analyticsPlugin } from '../analytics/plugin.server';
import { type ConversionApis, conversionApis } from '../analytics/tracking/conversion-apis.server';
import { talentsPlugin } from '../content/collections/talents/plugin.server';
import { type CollectionsOptions, collectionsPlugin } from '../content/collections.plugin.server';
import { contentCountsPlugin } from '../content/counts/plugin.server';
import { demoItemsPlugin, hasDemoItems } from '../content/demo-items.plugin.server';
import { pageContentsPlugin } from '../content/pages/plugin.server';
import { previewsPlugin } from '../content/previews.plugin.server';
import { settingsPlugin } from '../content/settings/plugin.server';
import { coverPlugin } from '../cover/plugin.server';
import { authPlugin } from '../foundation/auth/plugin.server';
import { type MediaOptions, mediaPlugin } from '../foundation/media/plugin.server';
import { type OutboxOptions, outboxPlugin } from '../foundation/outbox/plugin.server';
import { webhooksPlugin } from '../foundation/webhooks/plugin.server';
import type { Api } from '../http/api.server';
import type { SiteOffer } from '../leads/confirmation-mail.server';
import { leadsPlugin } from '../leads/plugin.server';
import { selfTestPlugin } from '../operations/self-test.plugin.server';
import { setupPlugin } from '../operations/setup.plugin.server';
import { paymentsPlugin } from '../payments/plugin.server';
import { proposalsPlugin } from '../proposals/plugin.server';
import { coverPagePlugin } from '../routes/cover/routes.server';
import { inquiryPagePlugin } from '../routes/inquiry/routes.server';
import { proposalPagePlugin } from '../routes/proposal/routes.server';
import { schedulingPlugin } from '../scheduling/plugin.server';
import { deliveries } from './deliveries.server';
import {
  collectionHooks,
  leadHooks,
  paymentHooks,
  pictureHooks,
  settingsHooks,
} from './feature-hooks.server';
import { createPlatform, type PlatformOptions } from './platform.server';
import { crawlerFilesPlugin } from './ssr/crawler-files.plugin.server';
import { type PagesOptions, pagesPlugin } from './ssr/pages.plugin.server';

type AppOptions = PlatformOptions &
  PagesOptions &
  Omit<MediaOptions, keyof typeof pictureHooks> &
  Pick<OutboxOptions, 'outboxDelays'> &
  Pick<CollectionsOptions, 'replica'> & {
    /** The APIs that conversions are sent to; by default the platforms' own. */
    conversionApis?: ConversionApis;
  };

/**
 * Builds the whole server on a migrated database, without listening. Used by `main` and the tests.
 */
export async function buildApp(startOptions: AppOptions): Promise<Api> {
  const { app, options } = await createPlatform(startOptions);

  // The collections first: their onSend hook must reach the encapsulated routes of the others.
  await app.register(collectionsPlugin, { ...options, collectionHooks });
  await app.register(demoItemsPlugin, options);
  await app.register(pageContentsPlugin, { ...options, hasDemoItems });
  await app.register(authPlugin, options);
  await app.register(settingsPlugin, { ...options, settingsHooks });
  await app.register(mediaPlugin, { ...options, ...pictureHooks });
  // Before the outbox: its deliveries say who can work a plan.
  await app.register(coverPlugin, options);
  await app.register(outboxPlugin, {
    ...options,
    deliveries,
    services: {
      conversionApis: options.conversionApis ?? conversionApis,
      leadHooks,
      siteOffer: {
        readPackages: app.collectionSnapshots.packages.read,
        readTalents: app.collectionSnapshots.talents.read,
        matchPlan: app.cover.match,
      } satisfies SiteOffer,
    },
  });
  await app.register(webhooksPlugin, options);

  const getOptions = () => app.pageContents.site.filters;
  await app.register(talentsPlugin, { ...options, getOptions });
  await app.register(previewsPlugin, options);
  await app.register(contentCountsPlugin, options);
  await app.register(leadsPlugin, { ...options, leadHooks });
  await app.register(schedulingPlugin, options);
  await app.register(paymentsPlugin, { ...options, paymentHooks });
  await app.register(proposalsPlugin, options);
  await app.register(analyticsPlugin, options);
  await app.register(clientErrorsPlugin, options);
  await app.register(setupPlugin, options);
  await app.register(selfTestPlugin, options);

  await app.register(pagesPlugin, options);
  await app.register(coverPagePlugin, options);
  await app.register(inquiryPagePlugin, options);
  await app.register(proposalPagePlugin, options);
  await app.register(crawlerFilesPlugin, options);
  return app;
}
