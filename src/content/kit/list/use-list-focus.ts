import { type RefObject, useEffect, useRef, useState } from 'react';

/** Manages which of the shown items are selected. Items that are no longer shown don't count. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The item that was toggled last, where a range begins. */
  const lastToggled = useRef<string | null>(null);
  const selectedIds = ids.filter((id) => chosen.has(id));

  /** @param withRange whether to give all items since the last toggled one the same state */
  function toggle(id: string, withRange: boolean) {
    const isOn = !chosen.has(id);
    const from = withRange ? ids.indexOf(lastToggled.current ?? id) : -1;
    const to = ids.indexOf(id);
    const range = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
    lastToggled.current = id;
    const next = new Set(selectedIds);
    for (const one of range) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    setChosen(next);
  }

  return {
    selectedIds,
    isSelected: (id: string) => chosen.has(id),
    toggle,
    selectAll: () => setChosen(new Set(ids)),
    clear: () => setChosen(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;

/** The controls of a row that can get the focus, by their attribute `data-control`. */
type RowControl = 'up' | 'down' | 'edit' | 'delete';

/** Target of a single focus move. A new object is a new request. */
export interface FocusRequest {
  id: string;
  /** The first of these that is enabled gets the focus. */
  controls: readonly RowControl[];
}

interface Options {
  focusRequest: FocusRequest | null;
  ids: readonly string[];
  reveal: (index: number) => void;
  /** True while a dialog is open, which has the focus. */
  isFocusPaused: boolean;
}

/** Moves the focus to a row's control, also if the row is not rendered yet. */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  { focusRequest, ids, reveal, isFocusPaused }: Options,
): void {
  const handledRequest = useRef<FocusRequest | null>(null);

  // After each render, because the row may be rendered later than the request.
  useEffect(() => {
    if (!focusRequest || focusRequest === handledRequest.current || isFocusPaused) return undefined;
    const index = ids.indexOf(focusRequest.id);
    if (index === -1) return undefined;
    const row = list.current?.querySelector(`[data-row="${CSS.escape(focusRequest.id)}"]`);
    if (!row) {
      reveal(index);
      return undefined;
    }
    // In a later task: a dialog that closes in this render restores the focus first.
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
