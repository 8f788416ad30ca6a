import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps whoever works by keyboard in the list when what they were on has gone: a deleted row, a row
 * that the filter no longer shows, the button that brought the last page.
 * @param held while true (a dialog is open) the focus is not the list's to move
 * @returns says where to go (a row's id; without one, to the list itself) as soon as the focus is
 *   lost; `gone` is the row whose going is waited for
 */
export function useRowFocus(
  list: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  held: boolean,
): (next: string | undefined, gone?: string) => void {
  const wanted = useRef<{ next: string | undefined; gone: string | undefined } | null>(null);

  // Not in the mutation's callback: the rows are rendered some time after it.
  useEffect(() => {
    if (!wanted.current || held) return undefined;
    const { next, gone } = wanted.current;
    const has = (id: string) => rows.some((row) => row.id === id);
    if (gone === undefined ? next !== undefined && !has(next) : has(gone)) return undefined;
    // A task later: a dialog that closes in this very render still has the focus.
    const timer = setTimeout(() => {
      wanted.current = null;
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (!lost) return;
      const button = next && `[data-row="${CSS.escape(next)}"] button`;
      const target = button ? list.current?.querySelector<HTMLElement>(button) : null;
      (target ?? list.current)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  });

  return (next, gone) => {
    wanted.current = { next, gone };
  };
}
