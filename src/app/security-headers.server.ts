import type { FastifyHelmetOptions } from '@fastify/helmet';
import { trackingSources } from '../features/tracking/tracking-settings.server';
import type { Environment } from '../lib/environment.server';

/**
 * Features of the browser that no page of ours uses: those that browsers know. An unknown name is
 * complained of in the console of each visitor.
 */
const unusedFeatures = [
  'accelerometer',
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/** Sent with every answer. */
export const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

interface ForeignSources {
  scripts?: readonly string[];
  images?: readonly string[];
  connections?: readonly string[];
  frames?: readonly string[];
}

/** What Stripe's documentation asks for (docs.stripe.com/security/guide, content security policy). */
const stripe: ForeignSources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** The headers of the one page that takes cards, where Stripe is set up. */
export const checkoutHeaders = (environment: Environment): FastifyHelmetOptions =>
  securityHeaders(environment, environment.STRIPE_SECRET_KEY === undefined ? {} : stripe);

/**
 * The security headers: only what our own pages need, the one foreign page that may be embedded, and
 * the platforms that measure. These are nowhere near a card.
 */
export function securityHeaders(
  environment: Environment,
  foreign: ForeignSources = trackingSources(environment),
): FastifyHelmetOptions {
  const secure = environment.SITE_URL.startsWith('https:');
  const frames = environment.SCHEDULING_URL ? [new URL(environment.SCHEDULING_URL).origin] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(foreign.scripts ?? [])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(foreign.images ?? [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(foreign.connections ?? [])],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", ...frames, ...(foreign.frames ?? [])],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  };
}
