import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import * as logoStyles from '../../ui/Logo.module.css';
import * as layoutStyles from '../../ui/layout.module.css';
import * as styles from './Header.module.css';
import { MobileMenu } from './MobileMenu';
import { NavLink } from './NavLink';
import { type SiteLink, siteLinks, useCurrentLink } from './navigation';
import { ShortlistLink, useIsOnShortlist, useShortlistCleanup } from './ShortlistLink';

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
