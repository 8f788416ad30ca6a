import { type RefObject, useEffect } from 'react';

const textInputSelector =
  'input,select,textarea,[contenteditable],[role="dialog"],[role="alertdialog"]';

/** Focuses a search field when `/` is pressed, except while typing in another field. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || event.isComposing) return;
      if (event.target instanceof Element && event.target.closest(textInputSelector)) return;
      // Prevent the slash from being typed into the field.
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
