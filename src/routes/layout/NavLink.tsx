import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { SiteLink } from './navigation';

interface Props {
  link: SiteLink;
  current?: 'page' | 'location' | undefined;
  className?: string;
  /** Its name, when its content does not say where it leads. */
  name?: string;
  /** Called when it is followed. */
  onFollow?: () => void;
  children?: ReactNode;
}

/** A link of the site: another page without reloading, a section by the browser's own means. */
export function NavLink(props: Props) {
  const { link, current, className, name, onFollow, children = link.label } = props;
  const [location] = useLocation();
  const attributes = { className, 'aria-label': name, 'aria-current': current };
  if ('section' in link) {
    return (
      <a href={link.href} {...attributes} onClick={onFollow}>
        {children}
      </a>
    );
  }
  const follow = () => {
    onFollow?.();
    // On the page that it names, such a link still means "to its top".
    if (location === link.href) scrollTo(0, 0);
  };
  return (
    <Link href={link.href} {...attributes} onClick={follow}>
      {children}
    </Link>
  );
}
