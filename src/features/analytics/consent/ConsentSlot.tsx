import { type ComponentType, useEffect, useState } from 'react';
import { useSite } from '../../../lib/site';
import { ErrorBoundary } from '../../../ui/ErrorBoundary';

let LoadedBanner: ComponentType | null = null;

/** Loads the consent banner. Stays empty and loads nothing when no platform is set up. */
export function ConsentSlot() {
  const { tracking } = useSite();
  const [Banner, setBanner] = useState<ComponentType | null>(() => LoadedBanner);

  useEffect(() => {
    // Inside an iframe, the outer page asks for consent.
    if (!tracking || window.top !== window) return;
    import('./ConsentBanner').then(
      (module) => {
        LoadedBanner = module.ConsentBanner;
        setBanner(() => LoadedBanner);
      },
      // Ignored: without the banner there is no consent.
      () => undefined,
    );
  }, [tracking]);

  return (
    Banner && (
      <ErrorBoundary name="The cookie settings" display="none">
        <Banner />
      </ErrorBoundary>
    )
  );
}
