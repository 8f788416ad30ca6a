import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { getTrackingSources } from '../features/analytics/tracking/tracking-settings.server';
import type { Environment } from '../foundation/settings/environment.server';

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

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

interface ThirdPartySources {
  scripts?: readonly string[];
  images?: readonly string[];
  connections?: readonly string[];
  frames?: readonly string[];
}

/** What Stripe's documentation asks for (docs.stripe.com/security/guide, content security policy). */
const stripeSources: ThirdPartySources = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connections: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};

/** Only what our own pages need, and the one foreign page that may be embedded. */
function buildHelmetOptions(
  environment: Environment,
  thirdParty: ThirdPartySources,
): HelmetOptions {
  const isHttps = environment.SITE_URL.startsWith('https:');
  const frames = environment.SCHEDULING_URL ? [new URL(environment.SCHEDULING_URL).origin] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(thirdParty.scripts ?? [])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(thirdParty.images ?? [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(thirdParty.connections ?? [])],
        manifestSrc: ["'self'"],
        frameSrc: ["'self'", ...frames, ...(thirdParty.frames ?? [])],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        ...(isHttps && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  };
}

/**
 * Sends the headers, which are made once: none depends on the request, and making them for each
 * (@fastify/helmet) took a tenth of the time of an enquiry.
 */
function createHeadersHook(
  environment: Environment,
  thirdParty: ThirdPartySources,
): onRequestHookHandler {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('Permissions-Policy', permissionsPolicy);
  helmet(buildHelmetOptions(environment, thirdParty))(response.req, response, (error) => {
    if (error) throw error;
  });
  const headers = Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}

/** Sends the security headers of every answer. The platforms that measure are nowhere near a card. */
export const createSecurityHeadersHook = (environment: Environment) =>
  createHeadersHook(environment, getTrackingSources(environment));

/** Sends those of the one page that takes cards, where Stripe is set up. */
export const createCheckoutHeadersHook = (environment: Environment) =>
  createHeadersHook(environment, environment.STRIPE_SECRET_KEY === undefined ? {} : stripeSources);
