import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Ellipsis } from './desk-icons';
import * as styles from './MoreMenu.module.css';

interface Props {
  label: string;
  /** Opens above its button. */
  isUpward?: boolean;
  className?: string | undefined;
  /** The actions: buttons. */
  children: ReactNode;
}

/** Menu of rare actions. It closes when one is chosen, and when the focus or a press goes elsewhere. */
export function MoreMenu({ label, isUpward, className = '', children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  function close(isFocused: boolean) {
    const element = menu.current;
    if (!element) return;
    element.open = false;
    if (isFocused) element.querySelector('summary')?.focus();
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    function closeOnPress({ target }: Event) {
      if (!(target instanceof Node && menu.current?.contains(target))) close(false);
    }
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // The page must not handle it as well.
      event.stopPropagation();
      close(true);
    }
    document.addEventListener('pointerdown', closeOnPress);
    document.addEventListener('keydown', closeOnEscape, true);
    return () => {
      document.removeEventListener('pointerdown', closeOnPress);
      document.removeEventListener('keydown', closeOnEscape, true);
    };
  }, [isOpen]);

  return (
    <details
      ref={menu}
      className={`${styles.menu} ${className}`}
      data-upward={isUpward || undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close(false);
      }}
    >
      <summary aria-label={label}>
        <Ellipsis />
      </summary>
      {/* First, so that a dialog that an action opens returns the focus to the menu. */}
      <div onClickCapture={() => close(true)}>{children}</div>
    </details>
  );
}
