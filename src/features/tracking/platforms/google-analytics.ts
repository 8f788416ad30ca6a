import type { Tracking } from '../../../lib/site';
import { nothingAgreed } from '../consent';
import { analyticsParameters } from '../events';
import { consentMode, googleCommand } from './google-consent';
import { loadScript, type Platform, toldAddress, toldReferrer } from './platform';

/**
 * Google Analytics 4. Its queue is not Tag Manager's `dataLayer`: a container that listens there would
 * count each event a second time.
 */
export function googleAnalytics({ id }: NonNullable<Tracking['googleAnalytics']>): Platform {
  const layerName = 'analyticsLayer';
  const globals = window as unknown as Record<string, unknown>;
  const switchOff = `ga-disable-${id}`;
  const layer: unknown[] = [];
  const gtag = googleCommand(layer);
  let isLoaded = false;

  return {
    cookies: /^_ga(_|$)/,
    isAllowed: ({ analytics }) => analytics,

    start(choice) {
      globals[switchOff] = false;
      if (isLoaded) {
        gtag('consent', 'update', consentMode(choice));
        return;
      }
      isLoaded = true;
      globals[layerName] = layer;
      gtag('consent', 'default', consentMode(nothingAgreed));
      gtag('consent', 'update', consentMode(choice));
      gtag('js', new Date());
      gtag('config', id, {
        send_page_view: false,
        page_location: toldAddress(location.pathname, location.search),
        page_referrer: toldReferrer(),
        allow_google_signals: choice.advertising,
        allow_ad_personalization_signals: choice.advertising,
      });
      loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}&l=${layerName}`);
    },

    update: (choice) => gtag('consent', 'update', consentMode(choice)),

    send(event) {
      if (event.name === 'form_step') return;
      if (event.name === 'lead_submission' && event.details.serverTellsAnalytics) return;
      if (event.name === 'page_view') {
        const { path, search, title } = event.details;
        const address = toldAddress(path, search);
        gtag('set', { page_location: address, page_title: title });
        gtag('event', 'page_view', {
          page_location: address,
          page_title: title,
          event_id: event.id,
          send_to: id,
        });
        return;
      }
      const parameters = analyticsParameters(event);
      gtag('event', event.name, { ...parameters, event_id: event.id, send_to: id });
    },

    stop() {
      gtag('consent', 'update', consentMode(nothingAgreed));
      globals[switchOff] = true;
    },
  };
}
