import { waitForIdle } from '../lib/browser-timing';

/** Lays out at once all that still waits for an idle moment. */
export function flushDeferredLayout(): void {
  for (const element of document.querySelectorAll<HTMLElement>('.later > li, .later-sec')) {
    element.dataset.laidOut = '';
  }
}

/**
 * Has elements laid out in idle time whose styles make them wait (`content-visibility`) until they are
 * marked `data-laid-out`. Not left until they are scrolled to: what prints or pictures the whole page
 * would find them empty.
 * @param maxPerIdleMoment elements laid out in one idle moment
 * @returns what ends it
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
