import { onFirstSign } from '../../lib/first-sign';
import type { Site } from '../../lib/site';
import { track } from './track';

let isBegun = false;

const failsQuietly = () => undefined;

/** Loads what counts the visit once somebody is there; until then nothing of it is fetched. */
function awaitVisitor(): void {
  const { href } = location;
  onFirstSign(() => {
    import('../funnel/visit').then(({ beginVisit }) => beginVisit(new URL(href)), failsQuietly);
  });
}

/**
 * Says that a public page was opened. With the first one measuring begins: the platforms' part only
 * where one is set up.
 */
export function pageOpened({ tracking }: Site): void {
  // What is embedded is a part of the page around it, and no page of its own.
  if (window.top !== window) return;
  const { pathname: path, search } = location;
  track('page_view', { path, search, title: document.title });
  if (isBegun) return;
  isBegun = true;
  awaitVisitor();
  if (tracking) import('./tracker').then((it) => it.startTracker(tracking), failsQuietly);
}
