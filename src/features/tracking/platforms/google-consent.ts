import type { Choice } from '../consent';

const state = (isGranted: boolean) => (isGranted ? 'granted' : 'denied');

/** A choice in the words of Google's Consent Mode, version 2. */
export const consentMode = ({ analytics, advertising }: Choice) => ({
  analytics_storage: state(analytics),
  ad_storage: state(advertising),
  ad_user_data: state(advertising),
  ad_personalization: state(advertising),
});

/** Says a command to a Google tag through its queue, `layer`. */
export function googleCommand(layer: unknown[]): (...command: unknown[]) => void {
  return function command() {
    // biome-ignore lint/complexity/noArguments: the tags take commands as `arguments`, and pass over arrays
    layer.push(arguments);
  };
}
