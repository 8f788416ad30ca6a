import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { SiteLink } from './navigation';

interface Props {
  link: SiteLink;
  current?: 'page' | 'location' | undefined;
  className?: string;
  /** Its name, when its content does not say where it leads. */
  name?: string;
  children?: ReactNode;
}

const toTop = () => scrollTo(0, 0);

/** A link of the site: another page without reloading, a section by the browser's own means. */
export function NavLink({ link, current, className, name, children = link.label }: Props) {
  const [location] = useLocation();
  const attributes = { className, 'aria-label': name, 'aria-current': current };
  if ('section' in link) {
    return (
      <a href={link.href} {...attributes}>
        {children}
      </a>
    );
  }
  // On the page that it names, such a link still means "to its top".
  return (
    <Link href={link.href} {...attributes} onClick={location === link.href ? toTop : undefined}>
      {children}
    </Link>
  );
}
