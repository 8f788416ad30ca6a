/** The page's own element that last opened a dialog: where the focus belongs after a chain of dialogs. */
let pageOpener: HTMLElement | null = null;

/**
 * Who opened the dialog that is about to mount. A dialog that replaces another inherits that one's
 * opener, since its own (a button inside the first) is gone when it closes.
 */
export function rememberOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return pageOpener;
  if (!active.closest('.dlg')) pageOpener = active;
  return active;
}

/** Gives the focus back, unless another dialog has it by now. */
export function returnFocus(opener: HTMLElement | null): void {
  const target = opener?.isConnected ? opener : pageOpener;
  const openDialog = document.querySelector('.dlg[data-state="open"]');
  if (openDialog && !openDialog.contains(target)) return;
  target?.focus();
}
