import { type ComponentType, type MouseEvent, useEffect, useState } from 'react';
import { useSite } from '../../lib/site';
import { ErrorBoundary } from '../../ui/ErrorBoundary';

/** Button that reopens the consent banner. Renders nothing when no platform is set up. */
export function CookieSettings() {
  const { tracking } = useSite();
  if (!tracking) return null;

  const reopen = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari does not focus a clicked button, so the banner could not return the focus to it.
    currentTarget.focus({ preventScroll: true });
    import('./consent-store').then(
      ({ consentStore }) => consentStore.reopen(),
      () => undefined,
    );
  };

  return (
    <button type="button" onClick={reopen}>
      Cookie settings
    </button>
  );
}

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
