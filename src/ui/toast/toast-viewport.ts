import { useSyncExternalStore } from 'react';

/** Element that contains the toasts; null before the first one. */
let viewport: HTMLElement | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the element that contains the toasts. */
export function setToastViewport(element: HTMLElement | null): void {
  viewport = element;
  for (const listener of listeners) listener();
}

/** Returns the element that contains the toasts, or null. */
export function useToastViewport(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => viewport,
    () => null,
  );
}
