import type { PointerEvent } from 'react';
import type { Position } from './paint';

export const isRightToLeft = (element: Element): boolean =>
  getComputedStyle(element).direction === 'rtl';

/**
 * Measures the sheet, once for a stroke: measuring while it is drawn would lay out the page at each move.
 * @returns a function that finds the half hour below a pointer, or the nearest one
 */
export function createLocator(grid: Element): (event: PointerEvent) => Position {
  const tracks = [...grid.querySelectorAll('[data-track]')].map((track) => {
    const { left, right, bottom } = track.getBoundingClientRect();
    // On phones a track shows half of its hours.
    const hours = track.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
    return { left, right, bottom, hours };
  });
  const isMirrored = isRightToLeft(grid);
  const first = Number(grid.getAttribute('data-first')) * 2;
  const count = Number(grid.getAttribute('data-hours')) * 2;
  // The page may scroll meanwhile.
  const { scrollX, scrollY } = window;
  return (event) => {
    const y = event.clientY + window.scrollY - scrollY;
    const day = tracks.findIndex(({ bottom }) => y < bottom);
    const track = tracks.at(day);
    if (!track) return { day: 0, cell: first };
    const { left, right, width } = track.hours;
    const pointerX = event.clientX + window.scrollX - scrollX;
    const x = Math.max(track.left, Math.min(track.right - 1, pointerX));
    const share = (isMirrored ? right - x : x - left) / width;
    const cell = first + Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    return { day: day < 0 ? tracks.length - 1 : day, cell };
  };
}

/** Returns the half hour of a cell. */
export function readPosition(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  const day = cell?.closest('[data-day]');
  return cell && day
    ? { day: Number(day.getAttribute('data-day')), cell: Number(cell.getAttribute('data-cell')) }
    : undefined;
}
