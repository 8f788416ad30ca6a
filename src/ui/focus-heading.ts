/**
 * Gives the focus to the page's heading, so that a screen reader starts there. Only when nothing has it:
 * the link that was followed has gone with its page. Does not scroll.
 */
export function focusHeading(): void {
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
