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
    if (!wanted.current || held) return;
    const { next, gone } = wanted.current;
    const has = (id: string) => rows.some((row) => row.id === id);
    if (gone === undefined ? next !== undefined && !has(next) : has(gone)) return;
    wanted.current = null;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!lost) return;
    const row = next && list.current?.querySelector(`[data-row="${CSS.escape(next)}"]`);
    const target = (row && row.querySelector<HTMLElement>('button')) || list.current;
    target?.focus();
  });

  return (next, gone) => {
    wanted.current = { next, gone };
  };
}
