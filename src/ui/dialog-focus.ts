/** The page's own element that last opened a dialog: where the focus belongs after a chain of dialogs. */
let pageOpener: HTMLElement | null = null;

/** The part of the page around it that can take the focus if it is gone when the dialog closes. */
let pageRegion: HTMLElement | null = null;

/**
 * Who opened the dialog that is about to mount. A dialog that replaces another inherits that one's
 * opener, since its own (a button inside the first) is gone when it closes.
 */
export function rememberOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return pageOpener;
  if (!active.closest('.dlg')) {
    pageOpener = active;
    pageRegion = active.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
  }
  return active;
}

/** Gives the focus back, unless another dialog has it by now. */
export function returnFocus(opener: HTMLElement | null): void {
  // The region is for a focus that is lost: a list has led it to the next row by now.
  const isLost = document.activeElement === document.body;
  const known = [opener, pageOpener].find((element) => element?.isConnected);
  const target = known ?? (isLost ? pageRegion : null);
  const openDialog = document.querySelector('.dlg[data-state="open"]');
  if (openDialog && !openDialog.contains(target)) return;
  target?.focus();
}
