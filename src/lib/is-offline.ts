import { withTimeout } from './http-client';

/**
 * Whether there is no connection to our server. `navigator.onLine` alone was rejected: without an outside
 * network it is false, although a site on this machine or in its network can be reached. Where it is true
 * nothing is requested.
 */
export const isOffline = async (): Promise<boolean> =>
  !navigator.onLine &&
  withTimeout(undefined, (signal) => fetch('/healthz', { cache: 'no-store', signal })).then(
    () => false,
    () => true,
  );
