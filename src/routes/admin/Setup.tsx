import { lazy, Suspense } from 'react';
import { loadCode } from '../../lib/browser/release-reload';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { DemoContent, useDemoContent } from './DemoContent';
import { isSetupOpen, useSetup } from './setup-queries';

const SetupChecklist = lazy(() => loadCode(() => import('./SetupChecklist')));

/** Setup of the site: the checklist until it is done or hidden, and the demo content. */
export function Setup() {
  const { data: setup } = useSetup();
  const demo = useDemoContent();
  if (!setup) return null;
  const isOpen = isSetupOpen(setup);
  return (
    <>
      {isOpen && (
        <ErrorBoundary name="The setup">
          <Suspense>
            <SetupChecklist setup={setup} onRemoveDemo={demo.ask} />
          </Suspense>
        </ErrorBoundary>
      )}
      <DemoContent offersRemoval={!isOpen} demo={demo} />
    </>
  );
}
