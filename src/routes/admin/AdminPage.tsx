import { useCallback, useEffect, useRef } from 'react';
import { type AroundNavHandler, Router } from 'wouter';
import { AdminGuard } from '../../foundation/auth/admin/AdminGuard';
import { QueryProvider } from '../../lib/QueryProvider';
import { useQueryCache } from '../../lib/query-cache';
import { LeaveGuardContext } from '../../ui/leave-guard';
import { isGuardEntry } from '../../ui/use-unsaved-dialog';
import { Dashboard } from './Dashboard';

/**
 * The admin area. The server renders only the guard, because it does not know the owner's time
 * zone.
 */
export default function AdminPage() {
  const reads = useQueryCache();
  // The owner changes content here, so public pages must refetch afterwards.
  useEffect(() => reads.clear(), [reads]);
  const guard = useRef<((leave: () => void) => void) | null>(null);
  const askBeforeLeaving = useCallback<AroundNavHandler>((navigate, to, options) => {
    const proceed = () => navigate(to, isGuardEntry() ? { ...options, replace: true } : options);
    if (guard.current) guard.current(proceed);
    else proceed();
  }, []);
  return (
    <QueryProvider>
      <LeaveGuardContext value={guard}>
        <Router aroundNav={askBeforeLeaving}>
          <AdminGuard>
            <Dashboard />
          </AdminGuard>
        </Router>
      </LeaveGuardContext>
    </QueryProvider>
  );
}
