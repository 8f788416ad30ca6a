import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

/** Features that no page uses. Chromium logs a warning for names that it doesn't know. */
const unusedFeatures = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'hid'],
  ...['idle-detection', 'local-fonts', 'microphone', 'midi', 'screen-wake-lock'],
  ...['serial', 'usb', 'window-management', 'xr-spatial-tracking'],
];

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ');

/** The environment variables that the policy depends on. */
interface Settings {
  SITE_URL: string;
  SCHEDULING_URL?: string | undefined;
}

interface LiveSettings {
  environment: Settings;
  onChange: (listener: () => void) => void;
}

/** Third-party origins that the content security policy allows. */
export interface ThirdPartySources {
  scripts?: readonly string[];
  images?: readonly string[];
  connections?: readonly string[];
  frames?: readonly string[];
}

/** Builds a policy that allows our pages, the embedded calendar, and the given third parties. */
function buildHelmetOptions(
  { SITE_URL, SCHEDULING_URL }: Settings,
  thirdParty: ThirdPartySources,
): HelmetOptions {
  const isHttps = SITE_URL.startsWith('https:');
  const frames = SCHEDULING_URL ? [new URL(SCHEDULING_URL).origin] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        // Not 'none', for the web app manifest: WebKit on Linux logs an error for `manifest-src`.
        defaultSrc: ["'self'"],
        mediaSrc: ["'none'"],
        workerSrc: ["'none'"],
        scriptSrc: ["'self'", ...(thirdParty.scripts ?? [])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', ...(thirdParty.images ?? [])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(thirdParty.connections ?? [])],
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

function buildHeaders(settings: Settings, thirdParty: ThirdPartySources): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader('Permissions-Policy', permissionsPolicy);
  helmet(buildHelmetOptions(settings, thirdParty))(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Builds the security headers once, and again when the settings change: none depends on the request,
 * and building them for each (@fastify/helmet) took a tenth of the time of an inquiry.
 * @returns a function that returns the current headers
 */
export function createSecurityHeaders(
  settings: LiveSettings,
  getThirdParty: () => ThirdPartySources = () => ({}),
): () => Record<string, string> {
  let headers: Record<string, string>;
  const rebuild = () => {
    headers = buildHeaders(settings.environment, getThirdParty());
  };
  rebuild();
  settings.onChange(rebuild);
  return () => headers;
}

/** Creates the hook that sends the security headers of a response that loads nothing from others. */
export function createSecurityHeadersHook(settings: LiveSettings): onRequestHookHandler {
  const getHeaders = createSecurityHeaders(settings);
  return (_request, reply, done) => {
    reply.headers(getHeaders());
    done();
  };
}
