import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { useLeaveGuard } from './leave-guard';

/** Marks the history entry that a changed form puts on top, so that Back reaches the question first. */
const guardKey = 'unsavedForm';

/** Whether the present history entry is that of a changed form: what is opened next takes its place. */
export const isGuardEntry = () =>
  Boolean((history.state as Record<string, unknown> | null)?.[guardKey]);

function pushGuardEntry(): void {
  const state: unknown = history.state;
  history.pushState({ ...(typeof state === 'object' && state), [guardKey]: true }, '');
}

/**
 * Keeps a changed form from being lost: closing it asks first, and so do Back, links within the area that
 * a `LeaveGuardContext` is around, and leaving the page.
 * The way back is held by a history entry of the same address. Undoing a navigation after the fact
 * was rejected: by then the router has taken the form away.
 * @param isChanged whether something would be lost
 * @param onClose closes the form
 * @returns `close` for every way to close it, and the question to render beside it
 */
export function useUnsavedDialog(
  isChanged: boolean,
  onClose: () => void,
): { close: () => void; unsavedDialog: ReactNode } {
  const [isAsking, setIsAsking] = useState(false);
  /** What the owner was about to do; null when they only close the form. */
  const pendingNavigation = useRef<(() => void) | null>(null);
  const latest = useRef({ changed: isChanged, onClose });
  const [isGuarded, setIsGuarded] = useState(false);

  useEffect(() => {
    latest.current = { changed: isChanged, onClose };
    // Once, with the first change: an entry for each change of mind would fill the history.
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
      if (isGuardEntry()) history.back();
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
    // Back has left it.
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
      <Dialog
        open={isAsking}
        onClose={keepEditing}
        title="Discard your changes?"
        description="Your changes are not saved yet."
        size="small"
        role="alertdialog"
        footer={
          <>
            <Button variant="secondary" onClick={keepEditing}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={discard}>
              Discard
            </Button>
          </>
        }
      />
    ),
  };
}
