import { flushDeferredLayout } from '../ui/deferred-layout';

/** How the present address was reached. */
type NavigationKind = 'load' | 'push' | 'replace' | 'history';

/** Names a history entry in its state, beside what others keep there. */
const historyEntryKey = 'entry';

/** How far each entry of this document's history is scrolled, in pixels. */
const positions = new Map<string, number>();
/** More than anybody goes back. */
const maxPositions = 100;

let lastNavigation: NavigationKind = 'load';
/** The address of the page on the screen, and its history entry's state. */
let shownPage: { href: string; path: string; state: unknown } = { href: '', path: '', state: null };

function recordUrl(): void {
  shownPage = { href: location.href, path: location.pathname, state: history.state };
}

function getHistoryEntryId(): string {
  const state = history.state as Record<string, unknown> | null;
  const existingId = state?.[historyEntryKey];
  if (typeof existingId === 'string') return existingId;
  const id = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, [historyEntryKey]: id }, '');
  return id;
}

const isLeaving = () => location.pathname !== shownPage.path;

function recordScrollPosition(): void {
  // On the way to another entry the browser scrolls the page before by itself.
  if (isLeaving()) return;
  const entry = getHistoryEntryId();
  positions.delete(entry);
  positions.set(entry, scrollY);
  const [oldest] = positions.keys();
  if (positions.size > maxPositions && oldest !== undefined) positions.delete(oldest);
}

/**
 * Records scroll positions, and by which way each address is reached. The browser's own restoration
 * comes too early: it scrolls the page before, while the code of the next one is on its way.
 *
 * To be called before the router listens: the page must not change before the way to it is known.
 */
export function trackScrollPositions(): void {
  const createNavigationListener = (next: NavigationKind) => () => {
    if (isLeaving()) lastNavigation = next;
    else recordUrl();
  };
  addEventListener('popstate', createNavigationListener('history'));
  // The router's own events.
  addEventListener('pushState', createNavigationListener('push'));
  addEventListener('replaceState', createNavigationListener('replace'));
  addEventListener('scroll', recordScrollPosition, { passive: true });
}

/**
 * Scrolls a page that has just been shown: after Back and Forward to where it was left, else to its
 * top. An address with a fragment is the browser's to scroll.
 */
export function restoreScrollPosition(): void {
  recordUrl();
  if (lastNavigation !== 'history') {
    if (location.hash === '') scrollTo(0, 0);
    return;
  }
  const position = positions.get(getHistoryEntryId());
  if (position === undefined) return;
  // A section that is not laid out yet has an estimated height.
  flushDeferredLayout();
  scrollTo(0, position);
}

/** Notes the page that the document came with, or one that stays while its address changes. */
export function recordShownPage(): void {
  recordUrl();
}

/**
 * Puts the shown page's address back, when the page that the new one names can't be had.
 * @returns false after Back and Forward, which can't be undone
 */
export function restoreUrl(): boolean {
  if (lastNavigation === 'push') history.back();
  else if (lastNavigation === 'replace') history.replaceState(shownPage.state, '', shownPage.href);
  else return false;
  return true;
}

/** Loads the address as a document of its own: after Back and Forward where it was left, else at its top. */
export function loadDocument(): void {
  // Replacing an address by itself scrolls to its fragment and loads nothing.
  if (lastNavigation === 'history' || location.hash !== '') location.reload();
  else location.replace(location.href);
}
