import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { waitIfLeaving, watchLeaving } from '../../../lib/browser/release-reload';
import { focusHeading } from '../../../ui/focus-heading';
import { Spinner } from '../../../ui/Spinner';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { ShortcutsContext } from '../../../ui/use-shortcuts';
import * as styles from './AdminGuard.module.css';
import { buildLoginPath, getCurrentPath, loginPath } from './login-path';
import { useAdminCheck } from './queries';
import { SessionProvider } from './SessionProvider';

/** Shows its children to the signed-in owner. Redirects everyone else to the sign-in page. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { isFetchedAfterMount, isError, error, data } = useAdminCheck();
  const [pathname, navigate] = useLocation();
  const isAllowed = isFetchedAfterMount && !isError && data?.isAuthenticated === true;
  const isRefused = isFetchedAfterMount && !isAllowed;
  const hadFocus = useRef(false);

  useEffect(watchLeaving, []);

  useEffect(() => {
    if (!isFetchedAfterMount || !isError) return;
    void waitIfLeaving().then(() => console.error('The admin check failed.', error));
  }, [isFetchedAfterMount, isError, error]);

  useEffect(() => {
    // The guard stays mounted until the sign-in page has loaded. Navigating twice would lose the
    // return path.
    if (!isRefused || pathname === loginPath) return;
    navigate(buildLoginPath(getCurrentPath()), { replace: true });
  }, [isRefused, pathname, navigate]);

  // The dashboard replaces the guard's heading, so move the focus.
  useEffect(() => {
    if (isAllowed && hadFocus.current) focusHeading();
  }, [isAllowed]);

  // Mounted only now, so that the guard's own check does not count as an expired session.
  if (isAllowed) {
    return (
      <ShortcutsContext value={data.keyboardShortcuts !== false}>
        <SessionProvider>{children}</SessionProvider>
      </ShortcutsContext>
    );
  }
  return (
    <main id="main" className={styles.guard}>
      <h1
        className={layoutStyles.visuallyHidden}
        onFocus={() => {
          hadFocus.current = true;
        }}
      >
        Admin
      </h1>
      <p role="status">
        <Spinner />
        Checking authentication...
      </p>
      <noscript>The admin area needs JavaScript.</noscript>
    </main>
  );
}
