import { waitForIdle } from '../lib/browser/browser-timing';

/** Lays out all deferred elements immediately. */
export function flushDeferredLayout(): void {
  for (const element of document.querySelectorAll<HTMLElement>(
    'ul[data-deferred] > li, section[data-deferred]',
  )) {
    element.dataset.laidOut = '';
  }
}

/**
 * Lays out elements in idle time whose styles defer it (`content-visibility`) until they are marked
 * `data-laid-out`. Waiting until they are scrolled to would leave them blank in print and full-page
 * screenshots.
 * @param maxPerIdleMoment elements laid out per idle callback
 * @returns a function that stops it
 */
export function deferLayout(elements: Iterable<HTMLElement>, maxPerIdleMoment: number): () => void {
  let isStopped = false;
  async function layOutAll() {
    for (const [index, element] of [...elements].entries()) {
      if (index % maxPerIdleMoment === 0) await waitForIdle();
      if (isStopped) return;
      element.dataset.laidOut = '';
    }
  }
  void layOutAll();
  return () => {
    isStopped = true;
  };
}
