import { type RefObject, useEffect, useRef } from 'react';

/** The controls of a row that can get the focus, by their attribute `data-control`. */
type RowControl = 'open' | 'up' | 'down' | 'edit' | 'delete' | 'restore';

/** Target of a single focus move. A new object is a new request. */
export interface FocusRequest {
  /** The row; undefined for the list itself. */
  id: string | undefined;
  /** The first of these that is enabled gets the focus. */
  controls: readonly RowControl[];
  /**
   * Set to move only a focus that is lost: the focused element has disappeared. Then the list gets
   * it if the row has disappeared, too.
   */
  isFallback?: true;
  /** The row on whose disappearance the request waits. */
  removedId?: string;
}

/** Returns the row that is next to removed ones: the one below, otherwise the one above. */
export function findNeighbor(
  ids: readonly string[],
  removedIds: readonly string[],
): string | undefined {
  const isLeft = (id: string) => !removedIds.includes(id);
  const index = ids.findIndex((id) => !isLeft(id));
  return ids.slice(index).find(isLeft) ?? ids[index - 1];
}

/** Finds a row's element, or an element inside it. */
export const findInRow = (list: HTMLElement | null, id: string, selector = '') =>
  list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] ${selector}`) ?? null;

/** The owner may type in a text field before the answer that a request waits for arrives. */
export const isInTextField = (): boolean =>
  document.activeElement?.matches('input:not([type=checkbox]),textarea') ?? false;

export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

interface Options {
  request: FocusRequest | null;
  ids: readonly string[];
  /** Renders a row of a virtualized list. */
  reveal?: (index: number) => void;
  /** True while a dialog is open, which has the focus. */
  isPaused: boolean;
}

/** Moves the focus to a row's control, even if the row is not rendered yet. */
export function useListFocus(
  list: RefObject<HTMLElement | null>,
  { request, ids, reveal, isPaused }: Options,
): void {
  const handledRequest = useRef<FocusRequest | null>(null);

  // After each render, because the row may be rendered later than the request.
  useEffect(() => {
    if (!request || request === handledRequest.current || isPaused) return undefined;
    const { id, controls, isFallback, removedId } = request;
    if (removedId !== undefined && ids.includes(removedId)) return undefined;
    const index = id === undefined ? -1 : ids.indexOf(id);
    if (id !== undefined && index === -1 && removedId === undefined) return undefined;
    if (id !== undefined && reveal && !findInRow(list.current, id)) {
      reveal(index);
      return undefined;
    }
    // In a later task: a dialog that closes in this render restores the focus first.
    const timer = setTimeout(() => {
      handledRequest.current = request;
      if (isFallback && !isFocusLost()) return;
      if (isInTextField()) return;
      const control = controls
        .map((name) => id && findInRow(list.current, id, `[data-control="${name}"]`))
        .find((element) => element && !element.matches(':disabled'));
      (control || (isFallback && list.current) || undefined)?.focus();
    }, 0);
    return () => clearTimeout(timer);
  });
}
