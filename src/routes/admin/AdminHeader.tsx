import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { loginPath } from '../../foundation/auth/admin/login-path';
import { useSignOut } from '../../foundation/auth/admin/queries';
import { useErrorToast } from '../../foundation/auth/admin/SessionProvider';
import { useSite } from '../../lib/site';
import { Button, getButtonClass } from '../../ui/Button';
import { leaveForms } from '../../ui/dialog/use-unsaved-dialog';
import { CalendarClock, ExternalLink, ShieldCheck } from '../../ui/icons/admin-icons';
import { Settings2 } from '../../ui/icons/desk-icons';
import { Logo } from '../../ui/picture/Logo';
import * as logoStyles from '../../ui/picture/Logo.module.css';
import * as badgeStyles from '../../ui/styles/badges.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { settingsPath } from '../page';
import * as styles from './admin.module.css';
import { adminViews, buildTabUrl, getPlace, parseTab } from './admin-tabs';

const viewIcons = { calls: CalendarClock, security: ShieldCheck };

/** Header of the admin area, with the tabs as its children. */
export function AdminHeader({ children }: { children?: ReactNode }) {
  const { name } = useSite();
  const client = useQueryClient();
  const signOut = useSignOut();
  const showError = useErrorToast();
  const current = getPlace(parseTab(useSearch()));
  const [pathname, navigate] = useLocation();

  function logOut() {
    signOut.mutate(undefined, {
      onSuccess() {
        navigate(loginPath, { replace: true });
        // The next user of this browser must not see data cached during the session.
        client.clear();
      },
      onError: (error) => showError(error),
    });
  }

  return (
    <header className={styles.header}>
      <div className={`${layoutStyles.container} ${styles.bar}`}>
        <Link className={`${styles.logo} ${logoStyles.link}`} href="/" aria-label={`${name}, home`}>
          <Logo />
        </Link>
        <span className={`${badgeStyles.badge} ${styles.badge}`}>Admin</span>
        <span className={styles.spacer} />
        {adminViews.map(({ id, label }) => {
          const Icon = viewIcons[id];
          return (
            <Link
              key={id}
              className={`${getButtonClass('quiet', 's')} ${styles.action} ${id === 'calls' && children ? styles.inBottomBar : ''}`}
              href={buildTabUrl(id)}
              {...(id === current && { 'aria-current': 'page' })}
            >
              <Icon />
              <span>{label}</span>
            </Link>
          );
        })}
        <Link
          className={`${getButtonClass('quiet', 's')} ${styles.action}`}
          href={settingsPath}
          {...(pathname === settingsPath && { 'aria-current': 'page' })}
        >
          <Settings2 />
          <span>Settings</span>
        </Link>
        <Link
          className={`${getButtonClass('quiet', 's')} ${styles.action} ${styles.siteLink}`}
          href="/"
        >
          <ExternalLink />
          <span>View site</span>
        </Link>
        <Button
          className={styles.action}
          variant="quiet"
          size="s"
          busy={signOut.isPending}
          onClick={() => leaveForms(logOut)}
        >
          Log out
        </Button>
      </div>
      {children && <div className={layoutStyles.container}>{children}</div>}
    </header>
  );
}
