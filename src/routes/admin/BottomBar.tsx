import { Link } from 'wouter';
import { CalendarClock } from '../../ui/admin-icons';
import * as badgeStyles from '../../ui/badges.module.css';
import { Inbox, Sun } from '../../ui/desk-icons';
import * as layoutStyles from '../../ui/layout.module.css';
import { buildTabUrl } from './admin-tabs';
import * as styles from './BottomBar.module.css';
import { ContentMenu } from './ContentMenu';

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
          {tab === 'leads' && newLeads > 0 && (
            <>
              <span className={`${badgeStyles.count} ${styles.count}`}>{newLeads}</span>
              <span className={layoutStyles.visuallyHidden}> new</span>
            </>
          )}
        </Link>
      ))}
      <ContentMenu current={current} />
    </nav>
  );
}
