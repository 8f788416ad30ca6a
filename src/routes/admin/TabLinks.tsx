import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import * as badgeStyles from '../../ui/styles/badges.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as styles from './admin.module.css';
import { adminTabs, buildTabUrl } from './admin-tabs';

interface Props {
  /** The tab or view that is shown. A view outside the tabs marks no tab as current. */
  current: string;
  newLeads: number;
}

/** The number of new leads, beside the name of their list. */
export function NewLeads({ count, className }: { count: number; className: string | undefined }) {
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span className={`${badgeStyles.count} ${className}`}>{count}</span>
      <span className={layoutStyles.visuallyHidden}> new</span>
    </>
  );
}

/**
 * The tabs. They are links and not ARIA tabs, because each has a URL that survives Back and reload.
 */
export function TabLinks({ current, newLeads }: Props) {
  const links = useRef<HTMLElement>(null);

  // On narrow screens, scroll the strip sideways to the current tab. `scrollIntoView` would also
  // move the page. Runs again when the count arrives, because it moves the tabs after it.
  useEffect(() => {
    const strip = links.current;
    const link = strip?.querySelector<HTMLElement>('[aria-current]');
    if (!strip || !link) return;
    const start = link.offsetLeft - strip.offsetLeft;
    strip.scrollLeft = start - (strip.clientWidth - link.offsetWidth) / 2;
  }, [current, newLeads]);

  return (
    <nav className={styles.tabs} aria-label="Admin" ref={links}>
      {adminTabs.map(({ id, label }) => (
        <Link key={id} href={buildTabUrl(id)} {...(id === current && { 'aria-current': 'page' })}>
          {label}
          {id === 'leads' && <NewLeads count={newLeads} className={styles.tabCount} />}
        </Link>
      ))}
    </nav>
  );
}
