import { useSyncExternalStore } from 'react';

/** Where toasts are shown, once the first has been; null before. */
let viewport: HTMLElement | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Announces the element that holds the toasts. */
export function setToastViewport(element: HTMLElement | null): void {
  viewport = element;
  for (const listener of listeners) listener();
}

/** The element that holds the toasts. */
export function useToastViewport(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => viewport,
    () => null,
  );
}
