import { useEffect, useRef } from 'react';

/** Returns whether the dialog that uses this hook is mounted, for what ends after it was closed. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return () => isOpen.current;
}

/**
 * Keeps a save that ends late from closing what the owner has opened meanwhile: an `await` goes on
 * after its dialog was closed.
 * @returns a function that calls `close` only while the dialog that uses this hook is mounted
 */
export function useCloseWhileOpen(close: () => void): () => void {
  const isOpen = useIsOpen();
  return () => {
    if (isOpen()) close();
  };
}
