import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useSite } from '../../lib/site';
import type { SiteLink } from './navigation';

interface Props {
  link: SiteLink;
  current?: 'page' | 'location' | undefined;
  className?: string;
  /** Accessible name, if the content does not say where the link goes. */
  name?: string;
  onFollow?: () => void;
  children?: ReactNode;
}

/**
 * A link within the site; none to a section of the home page that is off. Navigates to pages without a reload; the browser handles section links.
 */
export function NavLink(props: Props) {
  const { link, current, className, name, onFollow, children = link.label } = props;
  const [location] = useLocation();
  const { hiddenSections } = useSite();
  const attributes = { className, 'aria-label': name, 'aria-current': current };
  if ('section' in link) {
    if (hiddenSections?.includes(link.section)) return null;
    return (
      <a href={link.href} {...attributes} onClick={onFollow}>
        {children}
      </a>
    );
  }
  const follow = () => {
    onFollow?.();
    // On the current page, scroll to the top.
    if (location === link.href) scrollTo(0, 0);
  };
  return (
    <Link href={link.href} {...attributes} onClick={follow}>
      {children}
    </Link>
  );
}
