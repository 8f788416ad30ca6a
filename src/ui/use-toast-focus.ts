import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';

/** The list of toasts: what F8 focuses. */
const findList = (stage: HTMLElement) => stage.querySelector<HTMLElement>('.toast-v');

const isInside = (stage: HTMLElement, node: EventTarget | null) =>
  node instanceof Node && stage.contains(node);

/**
 * Where the focus goes around a toast. Radix leaves it on the empty list of toasts when one closes;
 * here it goes back to where it came from, and does so by Tab too after F8: the next place in the
 * document's order would be its end, or outside of an open dialog.
 */
export function useToastFocus(stage: RefObject<HTMLElement | null>, id: number) {
  const previousFocus = useRef<HTMLElement | null>(null);
  const hasFocus = useRef(false);
  const isOpenedByHotkey = useRef(false);

  const restoreFocus = (list: HTMLElement) => {
    if (previousFocus.current?.isConnected) previousFocus.current.focus();
    else list.blur();
  };

  // A toast that is replaced while it has the focus takes the focus with it.
  useLayoutEffect(() => {
    if (!hasFocus.current || !stage.current) return;
    if (!isInside(stage.current, document.activeElement)) findList(stage.current)?.focus();
  }, [id]);

  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const list = findList(event.currentTarget);
      if (isInside(event.currentTarget, event.relatedTarget)) {
        // From a toast to the list: Radix is closing the toast.
        if (list && event.target === list) restoreFocus(list);
        return;
      }
      hasFocus.current = true;
      isOpenedByHotkey.current = event.target === list;
      if (event.relatedTarget instanceof HTMLElement) previousFocus.current = event.relatedTarget;
    },
    onBlur(event: FocusEvent<HTMLElement>) {
      if (!isInside(event.currentTarget, event.relatedTarget)) hasFocus.current = false;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const list = findList(event.currentTarget);
      if (event.key === 'Escape' && list && event.target === list) restoreFocus(list);
      if (event.key !== 'Tab' || event.defaultPrevented || !isOpenedByHotkey.current) return;
      if (!previousFocus.current?.isConnected) return;
      event.preventDefault();
      previousFocus.current.focus();
    },
  };
}
