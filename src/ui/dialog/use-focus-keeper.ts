import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../focus-heading';

/** Lists an element and its ancestors inside a page, from the inside out. */
function listPlaces(element: Element, page: Element): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let place: Element | null = element; place && place !== page; place = place.parentElement) {
    if (place instanceof HTMLElement) places.push(place);
  }
  return places;
}

/** Finds what gets the focus of a removed element: the last button of its row, else a region around it. */
function findTarget(places: readonly HTMLElement[]): HTMLElement | undefined {
  for (const place of places) {
    if (!place.isConnected) continue;
    if (place.tabIndex === -1 && place.hasAttribute('tabindex')) return place;
    const buttons = place.matches('li, [data-keeps-focus]') ? place.querySelectorAll('button') : [];
    const last = [...buttons].at(-1);
    if (last) return last;
  }
  return undefined;
}

/**
 * Keeps the keyboard focus near its place when the focused element goes away: a row that was
 * deleted or done, a button that was replaced by a result. Else it would be lost, and Tab would
 * start at the top.
 * @param page contains regions that get the focus: `tabIndex={-1}`, or `data-keeps-focus` for that of
 *   their last button
 */
export function useFocusKeeper(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = page;
    if (!current) return;
    let places: HTMLElement[] = [];
    const controller = new AbortController();
    const { signal } = controller;
    current.addEventListener(
      'focusin',
      ({ target }) => {
        places = target instanceof Element ? listPlaces(target, current) : [];
      },
      { signal },
    );
    // A click elsewhere moves the user's attention, so nothing is kept.
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (target instanceof Node && !places[0]?.contains(target)) places = [];
      },
      { signal, capture: true },
    );
    const observer = new MutationObserver(() => {
      const [focused] = places;
      if (!focused || focused.isConnected) return;
      const target = findTarget(places);
      places = [];
      // A dialog, a list or a form may have moved it.
      if (document.activeElement !== document.body) return;
      if (target) target.focus({ preventScroll: true });
      else focusHeading();
    });
    observer.observe(current, { childList: true, subtree: true });
    return () => {
      controller.abort();
      observer.disconnect();
    };
  }, [page]);
}
