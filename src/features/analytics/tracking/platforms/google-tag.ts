import { type ConsentChoice, noConsent } from '../../consent/consent';

const toConsentState = (isGranted: boolean) => (isGranted ? 'granted' : 'denied');

/** Converts a choice to the fields of Google's Consent Mode, version 2. */
const toConsentMode = ({ analytics, advertising }: ConsentChoice) => ({
  analytics_storage: toConsentState(analytics),
  ad_storage: toConsentState(advertising),
  ad_user_data: toConsentState(advertising),
  ad_personalization: toConsentState(advertising),
});

/**
 * Creates the part of a Google tag that sends the visitor's consent, and its `gtag` function, which
 * pushes commands to the tag's queue.
 * @param load loads the tag. Runs with the first `start`, after the consent.
 */
export function createGoogleTag(queue: unknown[], load: (choice: ConsentChoice) => void) {
  const gtag: (...command: unknown[]) => void = function command() {
    // biome-ignore lint/complexity/noArguments: the tags ignore commands that are arrays
    queue.push(arguments);
  };
  const update = (choice: ConsentChoice) => gtag('consent', 'update', toConsentMode(choice));
  let isLoaded = false;

  function start(choice: ConsentChoice): void {
    if (!isLoaded) gtag('consent', 'default', toConsentMode(noConsent));
    update(choice);
    if (!isLoaded) load(choice);
    isLoaded = true;
  }

  return { gtag, start, update, stop: () => update(noConsent) };
}
