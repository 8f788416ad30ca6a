/**
 * The element of the page that last opened a dialog. Gets the focus back after a chain of dialogs.
 */
let pageOpener: HTMLElement | null = null;

/** The focusable region around that element, used if the element no longer exists. */
let pageRegion: HTMLElement | null = null;

/**
 * Returns the element that opened the dialog about to mount. A dialog that replaces another
 * inherits that dialog's opener, because its own opener, a button inside the first dialog, is gone
 * when it closes.
 */
export function rememberOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return pageOpener;
  if (!active.closest('[data-dialog]')) {
    pageOpener = active;
    pageRegion = active.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null;
  }
  return active;
}

/** Returns the focus to the opener, unless another dialog has it. */
export function returnFocus(opener: HTMLElement | null): void {
  // Use the region only if the focus is lost: a list may have moved it to the next row.
  const isLost = document.activeElement === document.body;
  const known = [opener, pageOpener].find((element) => element?.isConnected);
  const target = known ?? (isLost ? pageRegion : null);
  const openDialog = document.querySelector<HTMLElement>('[data-dialog][data-state="open"]');
  const isOutside = openDialog && !openDialog.contains(target);
  if (!isOutside) target?.focus();
  // The opener was in a row of the dialog that has been removed.
  else if (isLost) openDialog.focus();
}

/**
 * Keeps the focus where it is while the browser goes to another entry of the page's history. It
 * takes the focus away if the URL names a section (`/#pricing`), as if that link had been followed.
 */
export function keepFocus(): void {
  const focused = document.activeElement;
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body;
    if (isLost && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
}
