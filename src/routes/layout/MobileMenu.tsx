import { useCallback, useEffect, useRef } from 'react';
import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import { Menu, X } from '../../ui/icons';
import { NavLink } from './NavLink';
import { siteLinks, type useCurrentLink } from './navigation';
import { ShortlistCount, ShortlistLink } from './ShortlistLink';
import './MobileMenu.css';

/**
 * The links on a narrow screen. A `<details>`, whose state the document keeps: it opens without
 * JavaScript, and stays as it is when the page hydrates under it.
 */
export function MobileMenu({
  currentOf: getCurrent,
}: {
  currentOf: ReturnType<typeof useCurrentLink>;
}) {
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);

  const close = useCallback(() => {
    if (menu.current) menu.current.open = false;
  }, []);

  useEffect(() => {
    // The browser's back button, also from one section to another.
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
    <details className="menu" ref={menu}>
      <summary className="ib" ref={button} aria-label="Menu">
        <Menu className="menu-o" />
        <ShortlistCount />
        <X className="menu-x" />
      </summary>
      <nav className="mnav" aria-label="Menu">
        {siteLinks.map((link) => (
          <NavLink key={link.href} link={link} current={getCurrent(link)} onFollow={close} />
        ))}
        <ShortlistLink className="mnav-s" onFollow={close} />
        <BookCallButton
          className={getButtonClass('primary', 'l')}
          onClick={() => {
            // The dialog gives the focus back to where it was: to what is still there by then.
            button.current?.focus();
            close();
          }}
        >
          Book Discovery Call
        </BookCallButton>
      </nav>
    </details>
  );
}
