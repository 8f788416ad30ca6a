import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog';
import { keepFocus } from './dialog-focus';

/** Asks whether to discard a changed form, and calls `leave` if so. */
type ConfirmLeave = (leave: () => void) => void;

/** The changed forms on the page. */
const guards = new Set<ConfirmLeave>();

/** Leaves the page, as links and the sign-out do, after asking once if any form has changed. */
export function leaveForms(leave: () => void): void {
  const ask = [...guards].at(-1);
  if (ask) ask(leave);
  else leave();
}

/** Asks before the page is left while `isChanged`. */
function useLeaveGuard(isChanged: boolean, ask: ConfirmLeave): void {
  useEffect(() => {
    if (!isChanged) return;
    guards.add(ask);
    return () => void guards.delete(ask);
  });
}

/** Marks the history entry that a changed form pushes, so that Back asks first. */
const guardKey = 'unsavedForm';

/** Returns whether the current history entry is a guard entry. Navigation should replace it. */
export const isGuardEntry = (): boolean => Boolean(history.state?.[guardKey]);

function pushGuardEntry(): void {
  const state: unknown = history.state;
  history.pushState({ ...(typeof state === 'object' && state), [guardKey]: true }, '');
}

/**
 * Asks before a changed form is lost: when it is closed, on Back, in `leaveForms`, and when leaving
 * the site. Back is intercepted by an extra history entry with the same URL. Undoing the navigation
 * afterwards is too late: the router has already unmounted the form.
 * @param isChanged whether changes would be lost
 * @param onClose closes the form
 * @returns `close`, to use for every way of closing the form, and the dialog to render beside it
 */
export function useUnsavedDialog(
  isChanged: boolean,
  onClose: () => void,
): { close: () => void; unsavedDialog: ReactNode } {
  const [isAsking, setIsAsking] = useState(false);
  /** The pending navigation; null if the owner only closes the form. */
  const pendingNavigation = useRef<(() => void) | null>(null);
  const latest = useRef({ changed: isChanged, onClose });
  const [isGuarded, setIsGuarded] = useState(false);

  // Before the browser handles the next event: Back right after a save must not ask.
  useLayoutEffect(() => {
    latest.current = { changed: isChanged, onClose };
    // Push only once, at the first change, to avoid one history entry per change.
    if (isChanged) setIsGuarded(true);
  });

  useEffect(() => {
    if (!isGuarded) return;
    pushGuardEntry();
    const onPopState = () => {
      if (isGuardEntry()) return;
      if (!latest.current.changed) {
        latest.current.onClose();
        history.back();
        return;
      }
      pendingNavigation.current = () => history.back();
      setIsAsking(true);
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      if (!isGuardEntry()) return;
      // By then, the dialog has returned the focus.
      window.addEventListener('popstate', keepFocus, { once: true });
      history.back();
    };
  }, [isGuarded]);

  useEffect(() => {
    if (!isChanged) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onBeforeUnload);
    return () => window.removeEventListener('beforeunload', onBeforeUnload);
  }, [isChanged]);

  useLeaveGuard(isChanged, (leave) => {
    pendingNavigation.current = leave;
    setIsAsking(true);
  });

  function keepEditing() {
    setIsAsking(false);
    // Back has left the guard entry, so push it again.
    if (pendingNavigation.current && !isGuardEntry()) pushGuardEntry();
    pendingNavigation.current = null;
  }

  function discard() {
    setIsAsking(false);
    onClose();
    pendingNavigation.current?.();
    pendingNavigation.current = null;
  }

  return {
    close: () => (isChanged ? setIsAsking(true) : onClose()),
    unsavedDialog: (
      <ConfirmDialog
        open={isAsking}
        title="Discard your changes?"
        description="Your changes are not saved yet."
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        isDanger
        onConfirm={discard}
        onCancel={keepEditing}
      />
    ),
  };
}
