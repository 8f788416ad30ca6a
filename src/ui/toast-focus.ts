import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';

/** The list of toasts: what F8 focuses. */
const listOf = (stage: HTMLElement) => stage.querySelector<HTMLElement>('.toast-v');

const isInside = (stage: HTMLElement, node: EventTarget | null) =>
  node instanceof Node && stage.contains(node);

/**
 * Where the focus goes around a toast. Radix leaves it on the empty list of toasts when one closes;
 * here it goes back to where it came from, and does so by Tab too after F8: the next place in the
 * document's order would be its end, or outside of an open dialog.
 */
export function useToastFocus(stage: RefObject<HTMLElement | null>, id: number) {
  const cameFrom = useRef<HTMLElement | null>(null);
  const inside = useRef(false);
  const byHotkey = useRef(false);

  const giveBack = (list: HTMLElement) => {
    if (cameFrom.current?.isConnected) cameFrom.current.focus();
    else list.blur();
  };

  // A toast that is replaced while it has the focus takes the focus with it.
  useLayoutEffect(() => {
    if (!inside.current || !stage.current) return;
    if (!isInside(stage.current, document.activeElement)) listOf(stage.current)?.focus();
  }, [id]);

  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const list = listOf(event.currentTarget);
      if (isInside(event.currentTarget, event.relatedTarget)) {
        // From a toast to the list: Radix is closing the toast.
        if (list && event.target === list) giveBack(list);
        return;
      }
      inside.current = true;
      byHotkey.current = event.target === list;
      if (event.relatedTarget instanceof HTMLElement) cameFrom.current = event.relatedTarget;
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (!isInside(event.currentTarget, event.relatedTarget)) inside.current = false;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const list = listOf(event.currentTarget);
      if (event.key === 'Escape' && list && event.target === list) giveBack(list);
      if (event.key !== 'Tab' || event.defaultPrevented || !byHotkey.current) return;
      if (!cameFrom.current?.isConnected) return;
      event.preventDefault();
      cameFrom.current.focus();
    },
  };
}
