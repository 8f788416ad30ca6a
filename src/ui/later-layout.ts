import { whenIdle } from '../lib/moments';

/** Lays out at once all that still waits for an idle moment. */
export function layOutNow(): void {
  for (const element of document.querySelectorAll<HTMLElement>('.later > li, .later-sec')) {
    element.dataset.laidOut = '';
  }
}

/**
 * Has elements laid out in idle time whose styles make them wait (`content-visibility`) until they are
 * marked `data-laid-out`. Not left until they are scrolled to: what prints or pictures the whole page
 * would find them empty.
 * @param atATime elements laid out in one idle moment
 * @returns what ends it
 */
export function layOutLater(elements: Iterable<HTMLElement>, atATime: number): () => void {
  let ended = false;
  async function layOut() {
    for (const [index, element] of [...elements].entries()) {
      if (index % atATime === 0) await whenIdle();
      if (ended) return;
      element.dataset.laidOut = '';
    }
  }
  void layOut();
  return () => {
    ended = true;
  };
}
