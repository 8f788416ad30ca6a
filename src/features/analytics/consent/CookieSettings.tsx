import type { MouseEvent } from 'react';
import { useSite } from '../../../lib/site';

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
