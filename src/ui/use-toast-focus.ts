import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';

/** Finds the list of toasts, which F8 focuses. */
const findList = (stage: HTMLElement) => stage.querySelector<HTMLElement>('[data-toasts]');

const isInside = (stage: HTMLElement, node: EventTarget | null) =>
  node instanceof Node && stage.contains(node);

/**
 * Manages the focus around a toast. When a toast closes, Radix leaves the focus on the empty list;
 * this hook returns it to the previously focused element. After F8, Tab returns there too: the next
 * element in document order would be the end of the page, or outside an open dialog.
 */
export function useToastFocus(stage: RefObject<HTMLElement | null>, id: number) {
  const previousFocus = useRef<HTMLElement | null>(null);
  const hasFocus = useRef(false);
  const isOpenedByHotkey = useRef(false);

  const restoreFocus = (list: HTMLElement) => {
    if (previousFocus.current?.isConnected) previousFocus.current.focus();
    else list.blur();
  };

  // If the focused toast is replaced, focus the list.
  useLayoutEffect(() => {
    if (!hasFocus.current || !stage.current) return;
    if (!isInside(stage.current, document.activeElement)) findList(stage.current)?.focus();
  }, [id]);

  return {
    onFocus(event: FocusEvent<HTMLElement>) {
      const list = findList(event.currentTarget);
      if (isInside(event.currentTarget, event.relatedTarget)) {
        // Focus moving from a toast to the list means that Radix is closing the toast.
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
