import {
  type KeyboardEvent as KeyEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Ellipsis } from './icons/desk-icons';
import * as styles from './MoreMenu.module.css';

/** Height of a bar at the bottom of the screen, which may cover the menu. */
const bottomBarHeight = 64;

interface Props {
  /** The name of its button. */
  label?: string;
  /** The content of its button; three dots by default. */
  face?: ReactNode;
  className?: string | undefined;
  onKeyDown?: (event: KeyEvent<HTMLDivElement>) => void;
  /** The actions: buttons. */
  children: ReactNode;
}

/**
 * Menu of actions. A press of the mouse opens it and may go on to an action, which the release chooses.
 * It closes when one is chosen, and when the focus or a press goes elsewhere.
 */
export function MoreMenu({
  label,
  face = <Ellipsis />,
  className = '',
  onKeyDown,
  children,
}: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  /** Whether the latest press has opened the menu. The click that ends it does not close it. */
  const hasOpened = useRef(false);

  function closeAndFocus() {
    setIsOpen(false);
    menu.current?.querySelector('button')?.focus();
  }

  // It opens below its button, or above if it has no room there.
  useLayoutEffect(() => {
    const below = list.current?.getBoundingClientRect();
    if (!below || below.bottom <= innerHeight - bottomBarHeight) return;
    const { top } = menu.current?.getBoundingClientRect() ?? below;
    if (top > below.height) list.current?.setAttribute('data-upward', '');
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen) return undefined;
    function closeOnPress({ target }: Event) {
      if (!(target instanceof Node && menu.current?.contains(target))) setIsOpen(false);
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // The page must not handle it as well.
      event.stopPropagation();
      closeAndFocus();
    }
    document.addEventListener('pointerdown', closeOnPress);
    document.addEventListener('keydown', closeOnEscape, true);
    return () => {
      document.removeEventListener('pointerdown', closeOnPress);
      document.removeEventListener('keydown', closeOnEscape, true);
    };
  }, [isOpen]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside
    <div
      ref={menu}
      className={`${styles.menu} ${className}`}
      onKeyDown={onKeyDown}
      onPointerDown={({ pointerType, button }) => {
        // A finger may be about to scroll: it opens the menu when it leaves.
        hasOpened.current = !isOpen && pointerType === 'mouse' && button === 0;
        if (hasOpened.current) setIsOpen(true);
      }}
      onPointerUp={({ target }) => {
        if (!hasOpened.current || !(target instanceof Element)) return;
        const button = target.closest('button');
        if (!button || button === menu.current?.querySelector('button')) return;
        hasOpened.current = false;
        button.click();
        // Some browsers send a click of the menu itself after this one.
        hasOpened.current = true;
      }}
      // Also after an action's own: a dialog that it opens returns the focus to the button.
      onClick={(event) => {
        // A row around the menu has clicks of its own.
        event.stopPropagation();
        if (hasOpened.current && event.detail > 0) hasOpened.current = false;
        else if (isOpen) closeAndFocus();
        else setIsOpen(true);
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <button type="button" aria-label={label} aria-expanded={isOpen}>
        {face}
      </button>
      {isOpen && <div ref={list}>{children}</div>}
    </div>
  );
}
