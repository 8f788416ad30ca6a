import type { Tracking } from '../../../lib/site';
import { toStandardEvent } from '../events';
import { loadScript, type Platform } from './platform';

interface Fbq {
  (...command: unknown[]): void;
  callMethod?: (...command: unknown[]) => void;
  queue: unknown[];
  push?: Fbq;
  loaded: boolean;
  version: string;
  disablePushState: boolean;
  allowDuplicatePageViews: boolean;
}

/** Creates the queue that Meta's script takes over, as in Meta's snippet. */
function createFbq(): Fbq {
  const queue: unknown[] = [];
  const fbq: Fbq = Object.assign(
    (...command: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...command);
      else fbq.queue.push(command);
    },
    {
      queue,
      loaded: true,
      version: '2.0',
      // `send` reports each page view once. By default the script would also report URL changes.
      disablePushState: true,
      allowDuplicatePageViews: true,
    },
  );
  fbq.push = fbq;
  return fbq;
}

/** Creates the Meta pixel. It receives page views and the standard events. */
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
      // By default the script would listen to every button and read forms.
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
