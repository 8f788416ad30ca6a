import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import { loginPath } from '../../foundation/auth/admin/login-path';
import { isSessionExpired, useSignOut } from '../../foundation/auth/admin/queries';
import { getServerMessage } from '../../lib/http-client';
import { useSite } from '../../lib/site';
import { CalendarClock, ExternalLink, ShieldCheck } from '../../ui/admin-icons';
import { Button, getButtonClass } from '../../ui/Button';
import { Logo } from '../../ui/Logo';
import { useGuardedLeave } from '../../ui/leave-guard';
import { useToast } from '../../ui/toast';
import { adminViews, buildTabUrl, parseTab } from './admin-tabs';

const viewIcons = { calls: CalendarClock, security: ShieldCheck };

/** Header of the admin area. */
export function AdminHeader() {
  const { name } = useSite();
  const client = useQueryClient();
  const signOut = useSignOut();
  const toast = useToast();
  const leave = useGuardedLeave();
  const current = parseTab(useSearch());
  const [, navigate] = useLocation();

  function logOut() {
    signOut.mutate(undefined, {
      onSuccess() {
        navigate(loginPath, { replace: true });
        // The next user of this browser must not see data cached during the session.
        client.clear();
      },
      onError(error) {
        if (isSessionExpired(error)) return;
        const description = getServerMessage(error, 'Something went wrong. Please try again.');
        toast({ title: 'Error', description, tone: 'bad' });
      },
    });
  }

  return (
    <header className="adm">
      <div className="wrap">
        <Link className="logo" href="/" aria-label={`${name}, home`}>
          <Logo name={name} />
        </Link>
        <span className="badge">Admin</span>
        <span className="sp" />
        {adminViews.map(({ id, label }) => {
          const Icon = viewIcons[id];
          return (
            <Link
              key={id}
              className={getButtonClass('quiet', 's')}
              href={buildTabUrl(id)}
              {...(id === current && { 'aria-current': 'page' })}
            >
              <Icon />
              <span>{label}</span>
            </Link>
          );
        })}
        <Link className={`${getButtonClass('quiet', 's')} to-site`} href="/">
          <ExternalLink />
          <span>View site</span>
        </Link>
        <Button variant="quiet" size="s" busy={signOut.isPending} onClick={() => leave(logOut)}>
          Log out
        </Button>
      </div>
    </header>
  );
}
