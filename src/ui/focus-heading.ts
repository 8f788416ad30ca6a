/**
 * Focuses the page's heading, so that screen readers start there, without scrolling. Only if
 * nothing has the focus, because the clicked link is gone with its page.
 */
export function focusHeading(): void {
  if (document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
