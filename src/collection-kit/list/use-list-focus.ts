import { type RefObject, useEffect, useRef } from 'react';

/** What of a row can have the focus. */
export type RowControl = 'up' | 'down' | 'grip' | 'edit' | 'delete';

/** Marks a control for the list to find. */
export const getControlAttributes = (control: RowControl) => ({ 'data-control': control });

/** Where the focus is to go, once: a new object is a new wish. */
export interface FocusRequest {
  id: string;
  /** The first of these that can take it gets the focus. */
  controls: readonly RowControl[];
}

interface Options {
  focusRequest: FocusRequest | null;
  ids: readonly string[];
  /** Brings a row on the screen. */
  reveal: (index: number) => void;
  /** While true (a dialog is open) the focus is not the list's to move. */
  isFocusPaused: boolean;
}

/** Leads the focus to a row's control, also to one that is yet to come or far off the screen. */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  { focusRequest, ids, reveal, isFocusPaused }: Options,
): void {
  const handledRequest = useRef<FocusRequest | null>(null);

  // After each render, and not where the wish is made: the row may come with a later one.
  useEffect(() => {
    if (!focusRequest || focusRequest === handledRequest.current || isFocusPaused) return undefined;
    const index = ids.indexOf(focusRequest.id);
    if (index === -1) return undefined;
    const row = list.current?.querySelector(`[data-row="${CSS.escape(focusRequest.id)}"]`);
    if (!row) {
      reveal(index);
      return undefined;
    }
    // A task later: a dialog that closes in this very render gives the focus back first.
    const timer = setTimeout(() => {
      handledRequest.current = focusRequest;
      const controls = focusRequest.controls.map((control) =>
        row.querySelector<HTMLButtonElement>(`[data-control="${control}"]`),
      );
      controls.find((control) => control && !control.disabled)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  });
}
