import type { ConsentChoice } from '../../consent/consent';

const toConsentState = (isGranted: boolean) => (isGranted ? 'granted' : 'denied');

/** Converts a choice to the fields of Google's Consent Mode, version 2. */
export const toConsentMode = ({ analytics, advertising }: ConsentChoice) => ({
  analytics_storage: toConsentState(analytics),
  ad_storage: toConsentState(advertising),
  ad_user_data: toConsentState(advertising),
  ad_personalization: toConsentState(advertising),
});

/** Creates a `gtag` function, which pushes commands to the queue of a Google tag. */
export function createGoogleCommand(commandQueue: unknown[]): (...command: unknown[]) => void {
  return function command() {
    // biome-ignore lint/complexity/noArguments: the tags ignore commands that are arrays
    commandQueue.push(arguments);
  };
}
