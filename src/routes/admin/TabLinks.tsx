import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { adminTabs, buildTabUrl } from './admin-tabs';

interface Props {
  /** A view outside the tabs marks none of them. */
  current: string;
  newLeads: number;
}

/** The tabs. Links and no ARIA tabs: each has an address that Back and reload keep. */
export function TabLinks({ current, newLeads }: Props) {
  const links = useRef<HTMLElement>(null);

  // On narrow screens the strip scrolls sideways. Not `scrollIntoView`: it would move the page, too.
  // Again when the count has come: it moves the tabs after it.
  useEffect(() => {
    const strip = links.current;
    const link = strip?.querySelector<HTMLElement>('[aria-current]');
    if (!strip || !link) return;
    const start = link.offsetLeft - strip.offsetLeft;
    strip.scrollLeft = start - (strip.clientWidth - link.offsetWidth) / 2;
  }, [current, newLeads]);

  return (
    <nav className="tabs" aria-label="Admin" ref={links}>
      {adminTabs.map(({ id, label }) => (
        <Link key={id} href={buildTabUrl(id)} {...(id === current && { 'aria-current': 'page' })}>
          {label}
          {id === 'leads' && newLeads > 0 && (
            <>
              {' '}
              <span className="count">{newLeads}</span>
              <span className="vh"> new</span>
            </>
          )}
        </Link>
      ))}
    </nav>
  );
}
