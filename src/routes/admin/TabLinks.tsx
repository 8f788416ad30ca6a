import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type AdminTab, type AdminView, adminTabs, buildTabUrl } from './admin-tabs';

interface Props {
  /** A view outside the tabs marks none of them. */
  current: AdminTab | AdminView;
  newLeads: number;
}

/** The tabs. Links instead of ARIA tabs, because each tab has a URL for Back and reload. */
export function TabLinks({ current, newLeads }: Props) {
  const links = useRef<HTMLElement>(null);

  // On narrow screens the strip scrolls horizontally. Not `scrollIntoView`, which would scroll the page
  // too. Runs again when the count arrives, which moves the tabs after it.
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
