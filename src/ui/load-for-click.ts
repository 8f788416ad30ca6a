import { isOffline } from '../lib/network/http-client';
import { offlineNotice } from './toast/toast';
import type { useToast } from './toast/toast-context';

/** When packets are dropped, an `import` is pending for minutes. */
const maxWaitMs = 6_000;

/**
 * Loads code that a click needs. If that fails (new release, bad connection) or takes too long, it
 * reports that the visitor is offline, or opens a page of the server that does the same, unless the
 * visitor has gone to another page meanwhile.
 * @returns undefined if the code did not load
 */
export async function loadForClick<Code extends object>(
  code: Promise<Code>,
  url: string,
  toast: ReturnType<typeof useToast>,
): Promise<Code | undefined> {
  const { pathname } = location;
  const loaded = await Promise.race([
    code.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, maxWaitMs)),
  ]);
  if (loaded) return loaded;
  const offline = await isOffline();
  if (location.pathname !== pathname) return undefined;
  if (offline) toast(offlineNotice);
  else location.assign(url);
  return undefined;
}
