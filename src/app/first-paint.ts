/**
 * Calls back once the document has been painted; at once in a tab that nobody sees, which is not.
 * By frames and not by the browser's own entry for the first paint: that never comes to a page that
 * was hidden meanwhile.
 */
export function afterFirstPaint(callback: () => void): void {
  if (document.hidden) callback();
  // No frame comes before the styles are there. The first is still to be painted when it is called.
  else requestAnimationFrame(() => requestAnimationFrame(callback));
}
