import { lazy, Suspense, useEffect } from 'react';
import { loadCode } from '../../lib/release-reload';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import * as layoutStyles from '../../ui/layout.module.css';
import { preloadToastView } from '../../ui/toast';
import { AdminHeader } from './AdminHeader';
import * as styles from './admin.module.css';

const SettingsPanel = lazy(() => loadCode(() => import('./settings/SettingsPanel')));

/** The page of the owner's settings. */
export function AdminSettings({ onSaved }: { onSaved: () => void }) {
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
