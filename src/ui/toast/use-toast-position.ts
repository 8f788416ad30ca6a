import { type RefObject, useLayoutEffect } from 'react';

/** Minimum distance between a toast and other elements, in CSS pixels. */
const gapPx = 12;

interface Box {
  top: number;
  bottom: number;
  left: number;
  width: number;
}

/**
 * Computes a toast's position while a dialog is open: above or below the dialog if there is room,
 * otherwise over the dialog's content, right above its buttons. An on-screen keyboard shrinks
 * `view`.
 * @param dialog the dialog's box, and its scrolling part
 * @returns the toast's top, in CSS pixels of the window
 */
export function computeToastTop(
  height: number,
  dialog: Box,
  content: Pick<Box, 'top' | 'bottom'>,
  view: Pick<Box, 'top' | 'bottom'>,
): number {
  const room = height + 2 * gapPx;
  if (dialog.top - view.top >= room) return dialog.top - gapPx - height;
  if (view.bottom - dialog.bottom >= room) return dialog.bottom + gapPx;
  const lowest = Math.min(content.bottom, view.bottom) - gapPx - height;
  return Math.max(lowest, Math.max(content.top, view.top) + gapPx);
}

function positionToast(stage: HTMLElement): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[data-dialog]')].at(-1);
  const content = dialog?.querySelector('[data-part="content"]')?.getBoundingClientRect();
  const toast = stage.querySelector('[data-toast]');
  if (!dialog || !content || !toast) {
    stage.removeAttribute('style');
    return;
  }
  // Use the final position, because the opening animation may still be running.
  const { width } = dialog.getBoundingClientRect();
  const left = dialog.offsetLeft;
  const top = dialog.offsetTop;
  const shift = content.top - dialog.getBoundingClientRect().top;
  const box = { top, bottom: top + dialog.offsetHeight, left, width };
  const body = { top: top + shift, bottom: top + shift + content.height };
  const visualViewport = window.visualViewport;
  const view = {
    top: visualViewport?.offsetTop ?? 0,
    bottom: (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight),
  };
  const toastWidth = Math.min(420, width - 2 * gapPx);
  // The content security policy allows styles that scripts set.
  Object.assign(stage.style, {
    top: `${computeToastTop(toast.getBoundingClientRect().height, box, body, view)}px`,
    bottom: 'auto',
    left: `${left + (width - toastWidth) / 2}px`,
    right: 'auto',
    width: `${toastWidth}px`,
  });
}

/** Keeps toasts off the title and the buttons of an open dialog. */
export function useToastPosition(stage: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => positionToast(element));
    const parts = '[data-dialog], [data-part="content"], [data-toast]';
    const watch = () => {
      sizes.disconnect();
      for (const part of document.querySelectorAll(parts)) sizes.observe(part);
      positionToast(element);
    };
    // Dialogs are children of the body, so watch its child list.
    const dialogs = new MutationObserver(watch);
    dialogs.observe(document.body, { childList: true });
    dialogs.observe(element, { childList: true, subtree: true });
    const move = () => positionToast(element);
    window.visualViewport?.addEventListener('resize', move);
    window.visualViewport?.addEventListener('scroll', move);
    window.addEventListener('resize', move);
    watch();
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
      window.visualViewport?.removeEventListener('resize', move);
      window.visualViewport?.removeEventListener('scroll', move);
      window.removeEventListener('resize', move);
    };
  }, [stage]);
}
