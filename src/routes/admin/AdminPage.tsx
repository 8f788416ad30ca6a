import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { type AroundNavHandler, Router, useLocation } from 'wouter';
import { AdminGuard } from '../../foundation/auth/admin/AdminGuard';
import { loadCode } from '../../lib/browser/release-reload';
import { QueryProvider } from '../../lib/QueryProvider';
import { useQueryCache } from '../../lib/query-cache';
import { trimSlashes } from '../../lib/trim-slashes';
import { isGuardEntry, leaveForms } from '../../ui/dialog/use-unsaved-dialog';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { preloadToastView } from '../../ui/toast/toast';
import { settingsPath } from '../page';
import { AdminHeader } from './AdminHeader';
import * as styles from './admin.module.css';
import { Dashboard } from './Dashboard';

const SettingsPanel = lazy(() => loadCode(() => import('./settings/SettingsPanel')));

/** The page of the owner's settings. */
function AdminSettings({ onSaved }: { onSaved: () => void }) {
  // Preload the toasts, so that failures can be shown offline.
  useEffect(preloadToastView, []);
  return (
    <>
      <a className={layoutStyles.skipLink} href="#main">
        Skip to content
      </a>
      <AdminHeader />
      <main id="main" className={`${styles.view} ${styles.settings}`}>
        <div className={layoutStyles.container}>
          <h1 className={styles.title}>Settings</h1>
          <ErrorBoundary name="Settings">
            <Suspense fallback={<p role="status">Loading...</p>}>
              <SettingsPanel onSaved={onSaved} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </main>
    </>
  );
}

const adminPath = '/admin';

/**
 * Returns whether the settings are shown. They stay until the code of the next page is loaded.
 */
function useIsOnSettings(): boolean {
  const [pathname] = useLocation();
  const path = trimSlashes(pathname);
  const isOnSettings = useRef(false);
  if (path === settingsPath) isOnSettings.current = true;
  if (path === adminPath) isOnSettings.current = false;
  return isOnSettings.current;
}

/**
 * The admin area. The server renders only the guard, because it does not know the owner's time
 * zone.
 */
export default function AdminPage() {
  const queryCache = useQueryCache();
  // The owner changes content here, so public pages must refetch afterwards.
  useEffect(() => queryCache.clear(), [queryCache]);
  const isOnSettings = useIsOnSettings();
  /** Whether the settings in the page's data are outdated. The server has to send the next page. */
  const isOutdated = useRef(false);
  // After Back, which `askBeforeLeaving` does not see: the next page is already shown.
  useEffect(
    () => () => {
      if (isOutdated.current) location.reload();
    },
    [],
  );
  const askBeforeLeaving = useCallback<AroundNavHandler>(
    (navigate, to, options) =>
      leaveForms(() => {
        // Later, so that a discarded form no longer asks.
        if (isOutdated.current && !to.startsWith(settingsPath)) {
          setTimeout(() => location.assign(to));
        } else navigate(to, isGuardEntry() ? { ...options, replace: true } : options);
      }),
    [],
  );
  return (
    <QueryProvider>
      <Router aroundNav={askBeforeLeaving}>
        <AdminGuard>
          {isOnSettings ? (
            <AdminSettings
              onSaved={() => {
                isOutdated.current = true;
              }}
            />
          ) : (
            <Dashboard />
          )}
        </AdminGuard>
      </Router>
    </QueryProvider>
  );
}
