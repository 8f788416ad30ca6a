import type { Tracking } from '../../../../lib/site';
import { toStandardEvent } from '../events';
import { loadScript, type Platform } from './platform';

interface Fbq {
  (...command: unknown[]): void;
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[];
  push: Fbq;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
  allowDuplicatePageViews: boolean;
}

/** The queue that Meta's script takes over, as its snippet makes it. */
function createFbq(): Fbq {
  const fbq: Fbq = Object.assign(
    (...command: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...command);
      else fbq.queue.push(command);
    },
    {
      queue: [] as unknown[],
      push: undefined as unknown as Fbq,
      loaded: true,
      version: '2.0',
      // The pages are told here, once each; the script would tell each change of the address, too.
      disablePushState: true,
      allowDuplicatePageViews: true,
    },
  );
  fbq.push = fbq;
  return fbq;
}

/** The Meta pixel. It hears of pages and of the standard events. */
export function createMetaPixel({ id }: NonNullable<Tracking['metaPixel']>): Platform {
  const fbq = createFbq();
  let isLoaded = false;

  return {
    cookies: /^_fb[pc]$/,
    isAllowed: ({ advertising }) => advertising,

    start() {
      if (isLoaded) {
        fbq('consent', 'grant');
        return;
      }
      isLoaded = true;
      Object.assign(window, { fbq, _fbq: fbq });
      // By itself it would listen to every button and read forms.
      fbq('set', 'autoConfig', false, id);
      fbq('init', id);
      loadScript('https://connect.facebook.net/en_US/fbevents.js');
    },

    send(event) {
      if (event.name === 'page_view') {
        fbq('track', 'PageView', {}, { eventID: event.id });
        return;
      }
      const standard = toStandardEvent(event);
      if (standard) fbq('track', standard.name, standard.parameters, { eventID: event.id });
    },

    stop: () => fbq('consent', 'revoke'),
  };
}
