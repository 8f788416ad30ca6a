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

/** The security headers: only what our own pages need, and the one foreign page that may be embedded. */
export function securityHeaders(environment: Environment): FastifyHelmetOptions {
  const secure = environment.SITE_URL.startsWith('https:');
  const { scripts, images, connections } = trackingSources(environment);
  const frames = environment.SCHEDULING_URL ? [new URL(environment.SCHEDULING_URL).origin] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...images],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...connections],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", ...frames],
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
