import { useSyncExternalStore } from 'react';
import { isShortlisted, type Shortlist } from './shortlist';
import { shortlistStore } from './shortlist-store';

const getServerSnapshot = () => null;

/**
 * Returns the visitor's shortlist. Null on the server and while hydrating, because the server does
 * not know it.
 */
export const useShortlist = (): Shortlist | null =>
  useSyncExternalStore<Shortlist | null>(
    shortlistStore.subscribe,
    shortlistStore.read,
    getServerSnapshot,
  );

/** Whether a person is on the shortlist. Rerenders only when that changes. */
export const useIsShortlisted = (id: string): boolean =>
  useSyncExternalStore(
    shortlistStore.subscribe,
    () => isShortlisted(shortlistStore.read(), id),
    () => false,
  );

/** URL of the talent page that shows the shortlist. */
export const shortlistUrl = '/talent?shortlist=1';

/** Whether a URL's query string requests the shortlist. */
export const isShortlistRequested = (search: string): boolean =>
  new URLSearchParams(search).has('shortlist');
