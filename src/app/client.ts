import { afterNextPaint } from '../lib/browser/browser-timing';
import { findPage } from '../routes/pages';
import { preloadPage } from './page-component';

/**
 * Calls back after the first paint. Calls back at once in a hidden tab, which is never painted, and
 * in browsers without paint timing. Rejected: waiting for two animation frames. On a busy device
 * the second frame begins before the first is on the screen.
 */
function afterFirstPaint(callback: () => void): void {
  const supportsPaintTiming = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (document.hidden || !supportsPaintTiming) {
    callback();
    return;
  }
  const runOnce = () => {
    observer.disconnect();
    document.removeEventListener('visibilitychange', runOnce);
    callback();
  };
  const observer = new PerformanceObserver(runOnce);
  observer.observe({ type: 'paint', buffered: true });
  // The tab was hidden before it was painted.
  document.addEventListener('visibilitychange', runOnce);
}

// Lets React change a page that the browser translates. A translator replaces text nodes by elements of
// its own: to remove such a text, or to insert before it, React would fail with NotFoundError. The same
// is why a text that changes is the only child of its element, as one string: React then sets the
// element's content. Beside others it would change the text node that is no longer in the page.
const { insertBefore, removeChild } = Node.prototype;
Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
  if (child.parentNode === this) removeChild.call(this, child);
  return child;
};
Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
  insertBefore.call(this, node, next?.parentNode === this ? next : null);
  return node;
};

/** The URL that the page was rendered for. "Back" can change the location before hydration. */
const { pathname, search } = location;

/**
 * Loads and runs the hydration. Not before the first paint: on a slow connection, loading these
 * scripts beside the page delayed the paint by 0.4 s. Until then the page can be read and its forms
 * work.
 */
async function startHydration(): Promise<void> {
  const [{ hydrate }] = await Promise.all([import('./hydrate'), preloadPage(findPage(pathname))]);
  // Yield first: evaluating the scripts was a long task already, and the browser needs a chance to
  // paint.
  await afterNextPaint();
  hydrate(pathname, search);
}

/**
 * Shows what the page has for browsers without JavaScript: styles and `<noscript>` elements.
 * @param error why the code does not run; styles show a notice unless the browser can't parse it
 */
function showStaticPage(error?: Error): void {
  document.documentElement.dataset.static = error?.name ?? '';
  for (const element of document.querySelectorAll('noscript')) {
    element.outerHTML = element.textContent;
  }
}

// The newest feature that nothing works without: browsers that have it have the others. One that
// lacks it, or that can't parse the code, keeps the server's page.
if ('toSorted' in []) {
  afterFirstPaint(() => startHydration().catch(showStaticPage));
} else showStaticPage();
