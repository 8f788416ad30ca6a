import { useCallback, useEffect, useRef } from 'react';
import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import * as buttonStyles from '../../ui/buttons.module.css';
import { Menu, X } from '../../ui/icons';
import { PhoneLink } from '../../ui/PhoneLink';
import * as styles from './MobileMenu.module.css';
import { NavLink } from './NavLink';
import { siteLinks, type useCurrentLink } from './navigation';
import { ShortlistCount, ShortlistLink } from './ShortlistLink';

/**
 * Menu for narrow screens. It is a `<details>` element, which works without JavaScript and keeps
 * its state when the page hydrates.
 */
export function MobileMenu({ getCurrent }: { getCurrent: ReturnType<typeof useCurrentLink> }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);

  const close = useCallback(() => {
    if (menu.current) menu.current.open = false;
  }, []);

  useEffect(() => {
    // Close on Back, also between sections.
    addEventListener('popstate', close);
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) close();
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      close();
      button.current?.focus();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('popstate', close);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [close]);

  return (
    <details className={styles.menu} ref={menu}>
      <summary className={buttonStyles.iconButton} ref={button} aria-label="Menu">
        <Menu className={styles.openIcon} />
        <ShortlistCount />
        <X className={styles.closeIcon} />
      </summary>
      <nav className={styles.panel} aria-label="Menu">
        {siteLinks.map((link) => (
          <NavLink key={link.href} link={link} current={getCurrent(link)} onFollow={close} />
        ))}
        <ShortlistLink className={styles.shortlist} onFollow={close} />
        <BookCallButton
          className={`${getButtonClass('primary', 'l')} ${styles.book}`}
          onClick={() => {
            // The dialog returns the focus to its opener, which must still be visible.
            button.current?.focus();
            close();
          }}
        >
          Book Discovery Call
        </BookCallButton>
        <PhoneLink />
      </nav>
    </details>
  );
}
