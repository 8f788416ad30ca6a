import { type FocusEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { CalendarClock } from '../../ui/icons/admin-icons';
import { Inbox, Layers, Sun } from '../../ui/icons/desk-icons';
import { adminTabs, buildTabUrl } from './admin-tabs';
import * as styles from './BottomBar.module.css';
import { NewLeads } from './TabLinks';

/** The tabs that are not in the bar itself. */
const tabs = adminTabs.filter(({ id }) => id !== 'overview' && id !== 'leads');

/** The last place of the bottom bar: opens the tabs of the content above the bar. */
function ContentMenu({ current }: { current: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isCurrent = tabs.some(({ id }) => id === current);

  function closeOnLeave({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setIsOpen(false);
  }

  return (
    <fieldset
      className={styles.place}
      aria-label="Content"
      onBlur={closeOnLeave}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return;
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        {...(isCurrent && { 'aria-current': true })}
        onClick={() => {
          setIsOpen(!isOpen);
          // Safari does not focus a pressed button, and the menu closes when the focus leaves it.
          button.current?.focus();
        }}
      >
        <Layers />
        Content
      </button>
      {isOpen && (
        <ul className={styles.menu}>
          {tabs.map(({ id, label }) => (
            <li key={id}>
              <Link
                href={buildTabUrl(id)}
                {...(id === current && { 'aria-current': 'page' })}
                onClick={() => setIsOpen(false)}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

const places = [
  { tab: 'overview', label: 'Overview', Icon: Sun },
  { tab: 'leads', label: 'Leads', Icon: Inbox },
  { tab: 'calls', label: 'Calls', Icon: CalendarClock },
] as const;

interface Props {
  current: string;
  newLeads: number;
}

/** Navigation bar on phones, instead of the tabs. */
export function BottomBar({ current, newLeads }: Props) {
  return (
    <nav className={styles.bar} aria-label="Main places">
      {places.map(({ tab, label, Icon }) => (
        <Link
          key={tab}
          href={buildTabUrl(tab)}
          {...(tab === current && { 'aria-current': 'page' })}
        >
          <Icon />
          {label}
          {tab === 'leads' && <NewLeads count={newLeads} className={styles.count} />}
        </Link>
      ))}
      <ContentMenu current={current} />
    </nav>
  );
}
