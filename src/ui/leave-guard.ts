import { createContext, type RefObject, useContext, useEffect } from 'react';

/** Asks whether a changed form may be lost; calls `leave` when it may. */
type ConfirmLeave = (leave: () => void) => void;

/** Holds the question of the form on the page that would lose something; null when none would. */
export const LeaveGuardContext = createContext<RefObject<ConfirmLeave | null> | null>(null);

/**
 * For whatever takes the page away: a link, the sign-out.
 * @returns does it, after the question of a changed form where there is one
 */
export function useGuardedLeave(): (leave: () => void) => void {
  const guard = useContext(LeaveGuardContext);
  return (leave) => (guard?.current ? guard.current(leave) : leave());
}

/** Has a form's question asked before the page goes, as long as `isChanged`. */
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
