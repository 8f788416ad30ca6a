import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus in the list when the focused element disappears: a deleted row, a row
 * that the filter hides, or the "Show more" button on the last page.
 * @param isPaused true while a dialog is open, which manages the focus itself
 * @returns functions that set what to focus as soon as the focus is lost: a row (without an id, the
 *   list), or the neighbor of a row that is about to disappear
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  isPaused: boolean,
) {
  const pendingMove = useRef<{ next: string | undefined; removedId: string | undefined } | null>(
    null,
  );

  // In an effect, because the rows render some time after the mutation's callback.
  useEffect(() => {
    if (!pendingMove.current || isPaused) return undefined;
    const { next, removedId } = pendingMove.current;
    const has = (id: string) => rows.some((row) => row.id === id);
    if (removedId === undefined ? next !== undefined && !has(next) : has(removedId))
      return undefined;
    // Wait a task: a dialog that closes in this render still has the focus.
    const timer = setTimeout(() => {
      pendingMove.current = null;
      const isFocusLost =
        document.activeElement === null || document.activeElement === document.body;
      if (!isFocusLost) return;
      const button = next && `[data-row="${CSS.escape(next)}"] button`;
      const target = button ? list.current?.querySelector<HTMLElement>(button) : null;
      (target ?? list.current)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  });

  function moveTo(next: string | undefined, removedId?: string): void {
    pendingMove.current = { next, removedId };
  }

  function moveToNeighbor(id: string): void {
    const index = rows.findIndex((row) => row.id === id);
    moveTo((rows[index + 1] ?? rows[index - 1])?.id, id);
  }

  return { moveTo, moveToNeighbor };
}
