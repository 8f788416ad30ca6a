import type { KeyboardEvent } from 'react';

const choosingKeys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

/** Returns whether a list is open, as far as the browser tells. */
function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(':open');
  } catch {
    // An older browser does not know the selector.
    return false;
  }
}

/**
 * `onKeyDown` of a drop-down list that acts at once. On Windows and Linux, the arrow keys and letters
 * choose another option while the list is closed, so that its action would run on the way to the
 * option that is meant. Opens the list instead.
 */
export function openListOnKey(event: KeyboardEvent<HTMLSelectElement>): void {
  const { key, currentTarget: select } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || isOpen(select)) return;
  const isLetter = key.length === 1 && key !== ' ';
  if (!isLetter && !choosingKeys.includes(key)) return;
  event.preventDefault();
  try {
    select.showPicker();
  } catch {
    // Safari cannot, and opens the list by itself on Space.
  }
}
