import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps whoever works by keyboard in the list when what they were on has gone: a deleted row, a row
 * that the filter no longer shows, the button that brought the last page.
 * @param isPaused while true (a dialog is open) the focus is not the list's to move
 * @returns says where to go (a row's id; without one, to the list itself) as soon as the focus is
 *   lost; `gone` is the row whose going is waited for
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  isPaused: boolean,
): (next: string | undefined, removedId?: string) => void {
  const pendingMove = useRef<{ next: string | undefined; removedId: string | undefined } | null>(
    null,
  );

  // Not in the mutation's callback: the rows are rendered some time after it.
  useEffect(() => {
    if (!pendingMove.current || isPaused) return undefined;
    const { next, removedId } = pendingMove.current;
    const has = (id: string) => rows.some((row) => row.id === id);
    if (removedId === undefined ? next !== undefined && !has(next) : has(removedId))
      return undefined;
    // A task later: a dialog that closes in this very render still has the focus.
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

  return (next, removedId) => {
    pendingMove.current = { next, removedId };
  };
}
