import { type RefObject, useEffect, useRef } from 'react';

/** What of a row can have the focus. */
export type RowControl = 'up' | 'down' | 'grip' | 'edit' | 'delete';

/** Marks a control for the list to find. */
export const controlMark = (control: RowControl) => ({ 'data-control': control });

/** Where the focus is to go, once: a new object is a new wish. */
export interface FocusWish {
  id: string;
  /** The first of these that can take it gets the focus. */
  controls: readonly RowControl[];
}

interface Options {
  wish: FocusWish | null;
  ids: readonly string[];
  /** Brings a row on the screen. */
  reveal: (index: number) => void;
  /** While true (a dialog is open) the focus is not the list's to move. */
  held: boolean;
}

/** Leads the focus to a row's control, also to one that is yet to come or far off the screen. */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  { wish, ids, reveal, held }: Options,
): void {
  const granted = useRef<FocusWish | null>(null);

  // After each render, and not where the wish is made: the row may come with a later one.
  useEffect(() => {
    if (!wish || wish === granted.current || held) return undefined;
    const index = ids.indexOf(wish.id);
    if (index === -1) return undefined;
    const row = list.current?.querySelector(`[data-row="${CSS.escape(wish.id)}"]`);
    if (!row) {
      reveal(index);
      return undefined;
    }
    // A task later: a dialog that closes in this very render gives the focus back first.
    const timer = setTimeout(() => {
      granted.current = wish;
      const controls = wish.controls.map((control) =>
        row.querySelector<HTMLButtonElement>(`[data-control="${control}"]`),
      );
      controls.find((control) => control && !control.disabled)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  });
}
