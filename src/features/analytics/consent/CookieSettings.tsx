import type { MouseEvent } from 'react';
import { useSite } from '../../../lib/site';

/** The way back to the question of consent, where there is one. */
export function CookieSettings() {
  const { tracking } = useSite();
  if (!tracking) return null;

  const reopen = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // Safari gives a pressed button no focus, and the banner could not give it back.
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
