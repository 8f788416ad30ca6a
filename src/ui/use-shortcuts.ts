import { createContext, useContext, useLayoutEffect, useRef } from 'react';

const typingSelector =
  'input:not([type=checkbox]),select,textarea,[contenteditable],[role="dialog"],[role="alertdialog"]';

/** Whether single keys are shortcuts. The owner can turn them off (WCAG 2.1.4). */
export const ShortcutsContext = createContext(true);

/**
 * Runs an action when its key is pressed, except while typing, in a dialog, or with a modifier.
 * @param actions by the key, as `KeyboardEvent.key` names it
 */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const isOn = useContext(ShortcutsContext);
  const latest = useRef(actions);
  // At once: a key may come before the effects that React runs later.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useLayoutEffect(() => {
    if (!isOn) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(typingSelector)) return;
      if (document.querySelector('[data-dialog]')) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
