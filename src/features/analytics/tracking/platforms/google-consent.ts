import type { ConsentChoice } from '../../consent/consent';

const toConsentState = (isGranted: boolean) => (isGranted ? 'granted' : 'denied');

/** A choice in the words of Google's Consent Mode, version 2. */
export const toConsentMode = ({ analytics, advertising }: ConsentChoice) => ({
  analytics_storage: toConsentState(analytics),
  ad_storage: toConsentState(advertising),
  ad_user_data: toConsentState(advertising),
  ad_personalization: toConsentState(advertising),
});

/** Says a command to a Google tag through its queue, `layer`. */
export function createGoogleCommand(commandQueue: unknown[]): (...command: unknown[]) => void {
  return function command() {
    // biome-ignore lint/complexity/noArguments: the tags take commands as `arguments`, and pass over arrays
    commandQueue.push(arguments);
  };
}
