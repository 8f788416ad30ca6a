import type { Tracking } from '../../../../lib/site';
import { toAnalyticsParameters, toStandardEvent } from '../events';
import { createGoogleTag } from './google-tag';
import { buildReportedUrl, loadScript, type Platform } from './platform';

/**
 * Creates Google Tag Manager. The owner's container receives the visitor's consent and every event
 * except the form steps.
 */
export function createTagManager({ id }: NonNullable<Tracking['tagManager']>): Platform {
  const dataLayer: unknown[] = [];
  const { start, update, stop } = createGoogleTag(dataLayer, () => {
    Object.assign(window, { dataLayer });
    dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    loadScript(`https://www.googletagmanager.com/gtm.js?id=${id}`);
  });

  return {
    // Google's cookies only. The container's own tags set the cookies of other platforms.
    cookies: /^_g(a|cl)(_|$)/,
    isAllowed: ({ analytics, advertising }) => analytics || advertising,
    start,
    update,
    stop,
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
  };
}
