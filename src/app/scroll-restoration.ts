import { flushDeferredLayout } from '../ui/deferred-layout';

type NavigationKind = 'load' | 'push' | 'replace' | 'history';

/** The property of `history.state` that contains our id of the entry. */
const historyEntryKey = 'entry';

/** The scroll position of each history entry of this document, in pixels. */
const positions = new Map<string, number>();
const maxPositions = 100;

let lastNavigation: NavigationKind = 'load';
/** The URL of the page on the screen, and its history entry's state. */
let shownPage: { href: string; path: string; state: unknown } = { href: '', path: '', state: null };

/** Records the page that the document was loaded with, or one that stays while its URL changes. */
export function recordShownPage(): void {
  shownPage = { href: location.href, path: location.pathname, state: history.state };
}

function getHistoryEntryId(): string {
  const state: Record<string, unknown> | null = history.state;
  const existingId = state?.[historyEntryKey];
  if (typeof existingId === 'string') return existingId;
  const id = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, [historyEntryKey]: id }, '');
  return id;
}

const isLeaving = () => location.pathname !== shownPage.path;

function recordScrollPosition(): void {
  // During a navigation the browser scrolls the old page by itself.
  if (isLeaving()) return;
  const entry = getHistoryEntryId();
  positions.delete(entry);
  positions.set(entry, scrollY);
  const [oldest] = positions.keys();
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest);
}

/**
 * Records scroll positions, and how each URL is reached. The browser's own scroll restoration runs
 * too early: it scrolls the old page while the code of the new one is loading.
 *
 * Must be called before the router listens, so that the kind of navigation is known before the page
 * changes.
 */
export function trackScrollPositions(): void {
  // The entries of dialogs that were open before a reload: see `dialog-history.ts`.
  if (history.state?.depth) history.go(-history.state.depth);
  const createNavigationListener = (next: NavigationKind) => () => {
    if (isLeaving()) lastNavigation = next;
    else recordShownPage();
  };
  addEventListener('popstate', createNavigationListener('history'));
  // The router's own events.
  addEventListener('pushState', createNavigationListener('push'));
  addEventListener('replaceState', createNavigationListener('replace'));
  addEventListener('scroll', recordScrollPosition, { passive: true });
}

/**
 * Scrolls a page that has just been shown: after Back and Forward to its last position, otherwise
 * to the top. The browser scrolls to fragments itself.
 */
export function restoreScrollPosition(): void {
  recordShownPage();
  if (lastNavigation !== 'history') {
    if (location.hash === '') scrollTo(0, 0);
    return;
  }
  const position = positions.get(getHistoryEntryId());
  if (position === undefined) return;
  // Sections that are not laid out yet have an estimated height.
  flushDeferredLayout();
  scrollTo(0, position);
}

/**
 * Restores the shown page's URL, when the page at the new URL can't be loaded.
 * @returns false after Back and Forward, which can't be undone
 */
export function restoreUrl(): boolean {
  if (lastNavigation === 'push') history.back();
  else if (lastNavigation === 'replace') history.replaceState(shownPage.state, '', shownPage.href);
  else return false;
  return true;
}

/**
 * Loads the URL from the server: after Back and Forward at its last scroll position, otherwise at
 * the top.
 */
export function loadDocument(): void {
  // Replacing a URL by itself only scrolls to its fragment.
  if (lastNavigation === 'history' || location.hash !== '') location.reload();
  else location.replace(location.href);
}
