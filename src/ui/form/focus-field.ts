/**
 * Makes screen readers announce an error that may be rendered already: they announce an alert when
 * its content changes.
 */
function announce(element: HTMLElement): void {
  element.setAttribute('role', 'alert');
  requestAnimationFrame(() => element.append(...element.childNodes));
}

/**
 * Focuses an invalid field, so that screen readers read it with its error. If it has the focus
 * already, as after the Enter key, they would read nothing: then its error is announced.
 */
export function focusInvalidField(focus: () => void): void {
  const before = document.activeElement;
  focus();
  if (document.activeElement !== before) return;
  // The error may be rendered only after this task.
  requestAnimationFrame(() => {
    const [errorId = ''] = before?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const error = document.getElementById(errorId);
    if (error && before?.getAttribute('aria-invalid') === 'true') announce(error);
  });
}
