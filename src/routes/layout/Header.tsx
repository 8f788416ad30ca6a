import { BookCallButton } from '../../features/scheduling/public/BookCallButton';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { MobileMenu } from './MobileMenu';
import { NavLink } from './NavLink';
import { type SiteLink, siteLinks, useCurrentLink } from './navigation';
import { ShortlistLink, useIsOnShortlist, useShortlistCleanup } from './ShortlistLink';
import './Header.css';

const [home] = siteLinks;

/** Header of public pages. */
export function Header() {
  const { name } = useSite();
  const current = useCurrentLink();
  const isOnShortlist = useIsOnShortlist();
  const getCurrent = (link: SiteLink) => (isOnShortlist ? undefined : current(link));
  useShortlistCleanup();
  return (
    <header className="hdr">
      <div className="wrap">
        <NavLink className="logo" link={home} name={`${name}, home`}>
          <Logo name={name} />
        </NavLink>
        <nav className="nav" aria-label="Main">
          {siteLinks.map((link) => (
            <NavLink key={link.href} link={link} current={getCurrent(link)} />
          ))}
        </nav>
        <ShortlistLink className="short" />
        <BookCallButton className={getButtonClass()}>Book Discovery Call</BookCallButton>
        <MobileMenu currentOf={getCurrent} />
      </div>
    </header>
  );
}
