import { useCallback, useEffect, useRef } from 'react';
import { useSite } from '../../lib/site';
import { BookCallButton } from '../../scheduling/public/BookCallButton';
import { getButtonClass } from '../../ui/Button';
import { Menu, X } from '../../ui/icons/icons';
import { PhoneLink } from '../../ui/PhoneLink';
import { Logo } from '../../ui/picture/Logo';
import * as logoStyles from '../../ui/picture/Logo.module.css';
import * as buttonStyles from '../../ui/styles/buttons.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './Header.module.css';
import { NavLink } from './NavLink';
import { type SiteLink, siteLinks, useCurrentLink } from './navigation';
import {
  ShortlistCount,
  ShortlistLink,
  useIsOnShortlist,
  useShortlistCleanup,
} from './ShortlistLink';

/**
 * Menu for narrow screens. It is a `<details>` element, which works without JavaScript and keeps
 * its state when the page hydrates.
 */
function MobileMenu({ getCurrent }: { getCurrent: ReturnType<typeof useCurrentLink> }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);

  const close = useCallback(() => {
    if (menu.current) menu.current.open = false;
  }, []);

  useEffect(() => {
    // Close on Back, even between sections.
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
        <ShortlistLink className={styles.mobileMenuShortlist} onFollow={close} />
        <BookCallButton
          className={`${getButtonClass('primary', 'l')} ${styles.mobileMenuBook}`}
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

const [home] = siteLinks;

/** Header of public pages. */
export function Header() {
  const { name } = useSite();
  const current = useCurrentLink();
  const isOnShortlist = useIsOnShortlist();
  const getCurrent = (link: SiteLink) => (isOnShortlist ? undefined : current(link));
  useShortlistCleanup();
  return (
    <header className={styles.header}>
      <div className={`${layoutStyles.container} ${styles.bar}`}>
        <NavLink className={`${styles.logo} ${logoStyles.link}`} link={home} name={`${name}, home`}>
          <Logo />
        </NavLink>
        <nav className={styles.navigation} aria-label="Main">
          {siteLinks.map((link) => (
            <NavLink key={link.href} link={link} current={getCurrent(link)} />
          ))}
        </nav>
        <ShortlistLink className={styles.shortlist} />
        <BookCallButton className={`${getButtonClass()} ${styles.book}`}>
          Book Discovery Call
        </BookCallButton>
        <MobileMenu getCurrent={getCurrent} />
      </div>
    </header>
  );
}
