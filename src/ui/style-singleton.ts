import { useEffect } from 'react';

/**
 * Applies a style sheet to the document.
 * @returns a function that removes it; null if the browser has no constructed style sheets
 */
function applyStyleSheet(styles: string): (() => void) | null {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    // Assigned, not pushed: in the first browsers with this property the array is frozen.
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  } catch {
    // Safari before 16.4. `Dialog.module.css` has the essential rule for it.
    return null;
  }
}

/**
 * Replaces `react-style-singleton`, which Radix's dialogs use to lock the page's scrolling. The
 * original adds a `<style>` element, which our content security policy blocks. A constructed style
 * sheet has the same effect and is allowed. One sheet, reference-counted.
 */
export function styleSingleton() {
  let users = 0;
  let removeSheet: (() => void) | null = null;

  return function StyleSheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // Like the original: only dynamic rules can change.
    useEffect(() => {
      users += 1;
      if (users === 1) removeSheet = applyStyleSheet(styles);
      return () => {
        users -= 1;
        if (users > 0) return;
        removeSheet?.();
        removeSheet = null;
      };
    }, [dynamic && styles]);
    return null;
  };
}
