import { onFirstInteraction } from '../../../lib/on-first-interaction';
import type { Site } from '../../../lib/site';
import { track } from './track';

let hasStarted = false;

const ignoreError = () => undefined;

/** Loads what counts the visit once somebody is there; until then nothing of it is fetched. */
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
 * Says that a public page was opened. With the first one measuring begins: the platforms' part only
 * where one is set up.
 */
export function trackPageView({ tracking }: Site): void {
  // What is embedded is a part of the page around it, and no page of its own.
  if (window.top !== window) return;
  const { pathname: path, search } = location;
  track('page_view', { path, search, title: document.title });
  if (hasStarted) return;
  hasStarted = true;
  countVisitOnInteraction();
  if (tracking) import('./tracker').then((it) => it.startTracker(tracking), ignoreError);
}
