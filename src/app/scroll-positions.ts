import { layOutNow } from '../ui/later-layout';

/** How the present address was reached. */
type Arrival = 'load' | 'push' | 'replace' | 'history';

/** Names a history entry in its state, beside what others keep there. */
const entryKey = 'entry';

/** How far each entry of this document's history is scrolled, in pixels. */
const positions = new Map<string, number>();
/** More than anybody goes back. */
const maxPositions = 100;

let arrival: Arrival = 'load';
/** The address of the page on the screen, and its history entry's state. */
let shown: { href: string; path: string; state: unknown } = { href: '', path: '', state: null };

function recordAddress(): void {
  shown = { href: location.href, path: location.pathname, state: history.state };
}

function identifyEntry(): string {
  const state = history.state as Record<string, unknown> | null;
  const known = state?.[entryKey];
  if (typeof known === 'string') return known;
  const id = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, [entryKey]: id }, '');
  return id;
}

const isLeaving = () => location.pathname !== shown.path;

function recordPosition(): void {
  // On the way to another entry the browser scrolls the page before by itself.
  if (isLeaving()) return;
  const entry = identifyEntry();
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
export function watchScrolling(): void {
  const arriveBy = (next: Arrival) => () => {
    if (isLeaving()) arrival = next;
    else recordAddress();
  };
  addEventListener('popstate', arriveBy('history'));
  // The router's own events.
  addEventListener('pushState', arriveBy('push'));
  addEventListener('replaceState', arriveBy('replace'));
  addEventListener('scroll', recordPosition, { passive: true });
}

/**
 * Scrolls a page that has just been shown: after Back and Forward to where it was left, else to its
 * top. An address with a fragment is the browser's to scroll.
 */
export function scrollNewPage(): void {
  recordAddress();
  if (arrival !== 'history') {
    if (location.hash === '') scrollTo(0, 0);
    return;
  }
  const position = positions.get(identifyEntry());
  if (position === undefined) return;
  // A section that is not laid out yet has an estimated height.
  layOutNow();
  scrollTo(0, position);
}

/** Notes the page that the document came with, or one that stays while its address changes. */
export function keepScrolling(): void {
  recordAddress();
}

/**
 * Puts the shown page's address back, when the page that the new one names can't be had.
 * @returns false after Back and Forward, which can't be undone
 */
export function restoreAddress(): boolean {
  if (arrival === 'push') history.back();
  else if (arrival === 'replace') history.replaceState(shown.state, '', shown.href);
  else return false;
  return true;
}

/** Loads the address as a document of its own: after Back and Forward where it was left, else at its top. */
export function loadDocument(): void {
  // Replacing an address by itself scrolls to its fragment and loads nothing.
  if (arrival === 'history' || location.hash !== '') location.reload();
  else location.replace(location.href);
}
