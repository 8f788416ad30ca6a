import { onFirstInteraction } from '../../lib/browser/on-first-interaction';
import type { Site } from '../../lib/site';
import { track } from './track';

let hasStarted = false;

const ignoreError = () => undefined;

/** Counts the visit from the first interaction on. The code for it is not fetched before. */
function countVisitOnInteraction(): void {
  const { href } = location;
  onFirstInteraction(() => {
    import('../public/visit-reporting').then(
      ({ startVisitReporting }) => startVisitReporting(new URL(href)),
      ignoreError,
    );
  });
}

/**
 * Reports that a public page was opened. The first call also starts tracking. The code for
 * third-party platforms loads only when one is configured.
 */
export function trackPageView({ tracking }: Site): void {
  // An embedded page is part of the page around it, not a page view.
  if (window.top !== window) return;
  const { pathname: path, search } = location;
  track('page_view', { path, search, title: document.title });
  if (hasStarted) return;
  hasStarted = true;
  countVisitOnInteraction();
  if (tracking) import('./tracker').then((it) => it.startTracker(tracking), ignoreError);
}
