import { withTimeout } from '../network/http-client';

/**
 * Returns whether the server can't be reached. Rejected: `navigator.onLine` alone, which is false
 * without Internet access although a site on this machine or in its network can be reached. While
 * it is true, nothing is requested.
 */
export const isOffline = async (): Promise<boolean> =>
  !navigator.onLine &&
  withTimeout(undefined, (signal) => fetch('/healthz', { cache: 'no-store', signal })).then(
    () => false,
    () => true,
  );
