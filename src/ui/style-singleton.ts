import { useEffect } from 'react';

/**
 * Stands in for `react-style-singleton`, through which Radix's dialogs lock the page's scrolling.
 * The original adds a `<style>` element, which our content-security policy refuses; a constructed
 * style sheet is the same rule by a way that the policy allows. One sheet, counted by its users.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;

  return function StyleSheet({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    // Like the original: changed rules count only when they are dynamic.
    useEffect(() => {
      users += 1;
      if (!sheet) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(styles);
        document.adoptedStyleSheets.push(sheet);
      }
      return () => {
        users -= 1;
        if (users > 0 || !sheet) return;
        const unused = sheet;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== unused);
        sheet = null;
      };
    }, [dynamic && styles]);
    return null;
  };
}
