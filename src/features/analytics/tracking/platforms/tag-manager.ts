import type { Tracking } from '../../../../lib/site';
import { noConsent } from '../../consent/consent';
import { toAnalyticsParameters, toStandardEvent } from '../events';
import { createGoogleCommand, toConsentMode } from './google-consent';
import { buildReportedUrl, loadScript, type Platform } from './platform';

/**
 * Creates Google Tag Manager. The owner's container receives the visitor's consent and every event
 * except the form steps.
 */
export function createTagManager({ id }: NonNullable<Tracking['tagManager']>): Platform {
  const dataLayer: unknown[] = [];
  const sendCommand = createGoogleCommand(dataLayer);
  let isLoaded = false;

  return {
    // Google's cookies only. The container's own tags set the cookies of other platforms.
    cookies: /^_g(a|cl)(_|$)/,
    isAllowed: ({ analytics, advertising }) => analytics || advertising,

    start(choice) {
      if (isLoaded) {
        sendCommand('consent', 'update', toConsentMode(choice));
        return;
      }
      isLoaded = true;
      Object.assign(window, { dataLayer });
      sendCommand('consent', 'default', toConsentMode(noConsent));
      sendCommand('consent', 'update', toConsentMode(choice));
      dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
      loadScript(`https://www.googletagmanager.com/gtm.js?id=${id}`);
    },

    update: (choice) => sendCommand('consent', 'update', toConsentMode(choice)),

    send(event) {
      if (event.name === 'form_step') return;
      if (event.name === 'page_view') {
        const { path, search, title } = event.details;
        dataLayer.push({
          event: 'page_view',
          event_id: event.id,
          page_location: buildReportedUrl(path, search),
          page_title: title,
        });
        return;
      }
      dataLayer.push({ event: event.name, event_id: event.id, ...toAnalyticsParameters(event) });
      const standard = toStandardEvent(event);
      if (standard)
        dataLayer.push({ event: standard.name, event_id: event.id, ...standard.parameters });
    },

    stop: () => sendCommand('consent', 'update', toConsentMode(noConsent)),
  };
}
