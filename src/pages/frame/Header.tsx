import { BookCallButton } from '../../features/scheduling/BookCallButton';
import { useSite } from '../../lib/site';
import { buttonClass } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { MobileMenu } from './MobileMenu';
import { NavLink } from './NavLink';
import { links, type SiteLink, useCurrentLink } from './navigation';
import { ShortlistLink, useOnShortlist, useShortlistCheck } from './ShortlistLink';
import './Header.css';

const [home] = links;

/** The line at the top of every public page. */
export function Header() {
  const { name } = useSite();
  const current = useCurrentLink();
  const onShortlist = useOnShortlist();
  const currentOf = (link: SiteLink) => (onShortlist ? undefined : current(link));
  useShortlistCheck();
  return (
    <header className="hdr">
      <div className="wrap">
        <NavLink className="logo" link={home} name={`${name}, home`}>
          <Logo name={name} />
        </NavLink>
        <nav className="nav" aria-label="Main">
          {links.map((link) => (
            <NavLink key={link.href} link={link} current={currentOf(link)} />
          ))}
        </nav>
        <ShortlistLink className="short" />
        <BookCallButton className={buttonClass()}>Book Discovery Call</BookCallButton>
        <MobileMenu currentOf={currentOf} />
      </div>
    </header>
  );
}
