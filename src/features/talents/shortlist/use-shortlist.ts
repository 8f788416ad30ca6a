import { useSyncExternalStore } from 'react';
import { isShortlisted, type Shortlist } from './shortlist';
import { shortlistStore } from './shortlist-store';

const getServerSnapshot = () => null;

/** The visitor's shortlist; null on the server and while hydrating, where nobody knows it yet. */
export const useShortlist = (): Shortlist | null =>
  useSyncExternalStore<Shortlist | null>(
    shortlistStore.subscribe,
    shortlistStore.read,
    getServerSnapshot,
  );

/** Whether this person is on it. Renders anew only when that changes. */
export const useIsShortlisted = (id: string): boolean =>
  useSyncExternalStore(
    shortlistStore.subscribe,
    () => isShortlisted(shortlistStore.read(), id),
    () => false,
  );

/** The address of the shortlist as a page. */
export const shortlistUrl = '/talent?shortlist=1';

/** Whether an address's query asks for the shortlist. */
export const isShortlistRequested = (search: string): boolean =>
  new URLSearchParams(search).has('shortlist');
