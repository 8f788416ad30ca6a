import type { Environment } from '../../foundation/environment/environment.server';
import type { Site, Tracking } from '../../lib/site';

/**
 * Returns the tracking settings that the browser may know. Empty when no platform is configured.
 */
export function getPublicTracking(environment: Environment): Pick<Site, 'tracking'> {
  const { GA_MEASUREMENT_ID, META_PIXEL_ID, LINKEDIN_PARTNER_ID, GTM_CONTAINER_ID } = environment;
  const tracking: Tracking = {
    ...(GA_MEASUREMENT_ID && {
      googleAnalytics: {
        id: GA_MEASUREMENT_ID,
        server: environment.GA_API_SECRET !== undefined,
      },
    }),
    ...(META_PIXEL_ID && {
      metaPixel: { id: META_PIXEL_ID, server: environment.META_CAPI_TOKEN !== undefined },
    }),
    ...(LINKEDIN_PARTNER_ID && {
      linkedIn: {
        id: LINKEDIN_PARTNER_ID,
        conversion: environment.LINKEDIN_CONVERSION_ID ?? null,
      },
    }),
    ...(GTM_CONTAINER_ID && { tagManager: { id: GTM_CONTAINER_ID } }),
  };
  const { leadValues } = environment.owner;
  return Object.keys(tracking).length > 0
    ? { tracking: { ...tracking, ...(leadValues && { leadValues }) } }
    : {};
}

const google = {
  scripts: ['https://www.googletagmanager.com'],
  images: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  connections: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
};

const meta = {
  scripts: ['https://connect.facebook.net'],
  images: ['https://www.facebook.com'],
  connections: ['https://www.facebook.com', 'https://connect.facebook.net'],
};

const linkedIn = {
  scripts: ['https://snap.licdn.com'],
  images: ['https://px.ads.linkedin.com'],
  connections: ['https://px.ads.linkedin.com'],
};

/**
 * Returns the third-party origins for the content security policy: only those of the configured
 * platforms.
 */
export function getTrackingSources(environment: Environment) {
  const used = [
    ...(environment.GA_MEASUREMENT_ID || environment.GTM_CONTAINER_ID ? [google] : []),
    ...(environment.META_PIXEL_ID ? [meta] : []),
    ...(environment.LINKEDIN_PARTNER_ID ? [linkedIn] : []),
  ];
  const collectSources = (kind: keyof typeof google) => [
    ...new Set(used.flatMap((sources) => sources[kind])),
  ];
  return {
    scripts: collectSources('scripts'),
    images: collectSources('images'),
    connections: collectSources('connections'),
  };
}
