import { useEffect } from 'react';

/** Applies a style sheet to the document. @returns what removes it; null where the browser can't */
function applyStyleSheet(styles: string): (() => void) | null {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    // Assigned, not pushed: the first browsers with such lists have frozen ones.
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  } catch {
    // Safari before 16.4. `Dialog.css` has the rule that matters.
    return null;
  }
}

/**
 * Stands in for `react-style-singleton`, through which Radix's dialogs lock the page's scrolling.
 * The original adds a `<style>` element, which our content-security policy refuses; a constructed
 * style sheet is the same rule by a way that the policy allows. One sheet, counted by its users.
 */
export function styleSingleton() {
  let users = 0;
  let removeSheet: (() => void) | null = null;

  return function StyleSheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // Like the original: changed rules count only when they are dynamic.
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
