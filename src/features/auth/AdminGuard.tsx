import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { loginAddress, loginPage, presentAddress } from './admin-address';
import { useAdminCheck } from './admin-session';
import { SessionWatch } from './SessionWatch';
import './AdminGuard.css';

/** Shows its children to the signed-in owner; sends everyone else to the sign-in. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { isFetchedAfterMount, isError, error, data } = useAdminCheck();
  const [pathname, navigate] = useLocation();
  const allowed = isFetchedAfterMount && !isError && data?.isAuthenticated === true;
  const refused = isFetchedAfterMount && !allowed;

  useEffect(() => {
    if (isFetchedAfterMount && isError) console.error('The admin check failed.', error);
  }, [isFetchedAfterMount, isError, error]);

  useEffect(() => {
    // The guard stays until the sign-in's code is here: going there twice would forget where one was.
    if (!refused || pathname === loginPage) return;
    navigate(loginAddress(presentAddress()), { replace: true });
  }, [refused, pathname, navigate]);

  // Only now: the guard's own check must not count as a session that has ended.
  if (allowed) return <SessionWatch>{children}</SessionWatch>;
  return (
    <main id="main" className="guard">
      <h1 className="vh">Admin</h1>
      <p role="status">
        <span className="spin" aria-hidden="true" />
        Checking authentication...
      </p>
      <noscript>The admin area needs JavaScript.</noscript>
    </main>
  );
}
