import { type RefObject, useEffect } from 'react';

/** Minimum height of an on-screen keyboard in CSS pixels. A browser's toolbars are lower. */
const minKeyboardPx = 120;

/** Returns the height above an on-screen keyboard; null without one. Zooming in is not a keyboard. */
function readHeightAboveKeyboard({ height, scale }: VisualViewport): number | null {
  const isCovered = document.documentElement.clientHeight - height >= minKeyboardPx;
  return isCovered && scale < 1.05 ? height : null;
}

/**
 * Place inside a dialog: fits it above an on-screen keyboard. Browsers lay out the page as if there
 * were none, so that the keyboard would cover the dialog's buttons.
 */
export function FitAboveKeyboard({ dialog }: { dialog: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const element = dialog.current;
    const view = window.visualViewport;
    if (!element || !view) return;
    const fit = () => {
      const height = readHeightAboveKeyboard(view);
      element.toggleAttribute('data-above-keyboard', height !== null);
      // The content security policy allows styles that scripts set.
      element.style.setProperty('--visible-top', `${view.offsetTop}px`);
      element.style.setProperty('--visible-height', `${view.height}px`);
      return height;
    };
    const resize = () => {
      const focused = document.activeElement;
      const isInside = focused !== element && element.contains(focused);
      if (fit() !== null && isInside) focused?.scrollIntoView({ block: 'nearest' });
    };
    resize();
    view.addEventListener('resize', resize);
    view.addEventListener('scroll', fit);
    return () => {
      view.removeEventListener('resize', resize);
      view.removeEventListener('scroll', fit);
    };
  }, [dialog]);
  return null;
}
