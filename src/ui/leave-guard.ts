import { createContext, type RefObject, useContext, useEffect } from 'react';

/** Asks whether to discard a changed form, and calls `leave` if so. */
type ConfirmLeave = (leave: () => void) => void;

/** The guard of the changed form on the page; null if there is none. */
export const LeaveGuardContext = createContext<RefObject<ConfirmLeave | null> | null>(null);

/**
 * Guards actions that leave the page, such as links and the sign-out.
 * @returns a function that leaves, after asking if a form has changed
 */
export function useGuardedLeave(): (leave: () => void) => void {
  const guard = useContext(LeaveGuardContext);
  return (leave) => (guard?.current ? guard.current(leave) : leave());
}

/** Asks before the page is left while `isChanged`. */
export function useLeaveGuard(isChanged: boolean, ask: ConfirmLeave): void {
  const guard = useContext(LeaveGuardContext);
  useEffect(() => {
    if (!guard || !isChanged) return;
    guard.current = ask;
    return () => {
      guard.current = null;
    };
  });
}
