import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { Spinner } from '../../ui/Spinner';
import { loginAddress, loginPage } from './admin-address';
import { useAdminCheck } from './admin-session';
import { presentAddress, useSessionWatch } from './use-session-watch';
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

  if (allowed) return <Watched>{children}</Watched>;
  return (
    <main id="main" className="guard">
      <h1 className="vh">Admin</h1>
      <p role="status">
        <Spinner />
        Checking authentication...
      </p>
      <noscript>The admin area needs JavaScript.</noscript>
    </main>
  );
}

/** Apart from the guard: its own check must not count as a session that has ended. */
function Watched({ children }: { children: ReactNode }) {
  useSessionWatch();
  return children;
}
