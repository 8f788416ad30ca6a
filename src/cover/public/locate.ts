import type { PointerEvent } from 'react';
import type { Position } from './paint';

export const isRightToLeft = (element: Element): boolean =>
  getComputedStyle(element).direction === 'rtl';

/** Returns the half hour below a pointer, or the nearest one. */
export function locate(grid: Element, { clientX, clientY }: PointerEvent): Position {
  const tracks = [...grid.querySelectorAll('[data-track]')];
  const day = tracks.findIndex((track) => clientY < track.getBoundingClientRect().bottom);
  const track = tracks.at(day);
  // On phones a track shows half of its hours.
  const visible = track?.getBoundingClientRect();
  const {
    left = 0,
    right = 1,
    width = 1,
  } = track?.firstElementChild?.getBoundingClientRect() ?? {};
  const x = Math.max(visible?.left ?? left, Math.min((visible?.right ?? right) - 1, clientX));
  const share = (isRightToLeft(grid) ? right - x : x - left) / width;
  const first = Number(grid.getAttribute('data-first')) * 2;
  const count = Number(grid.getAttribute('data-hours')) * 2;
  const cell = first + Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  return { day: day < 0 ? 6 : day, cell };
}

/** Returns the half hour of a cell. */
export function readPosition(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  const day = cell?.closest('[data-day]');
  return cell && day
    ? { day: Number(day.getAttribute('data-day')), cell: Number(cell.getAttribute('data-cell')) }
    : undefined;
}
