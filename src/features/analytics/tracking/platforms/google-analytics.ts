import type { Tracking } from '../../../../lib/site';
import { toAnalyticsParameters } from '../events';
import { createGoogleTag } from './google-tag';
import { buildReportedUrl, getReportedReferrer, loadScript, type Platform } from './platform';

/**
 * Creates Google Analytics 4. Its queue is not Tag Manager's `dataLayer`: a container that reads
 * that queue would count each event a second time.
 */
export function createGoogleAnalytics({ id }: NonNullable<Tracking['googleAnalytics']>): Platform {
  const queueName = 'analyticsLayer';
  const setDisabled = (isDisabled: boolean) =>
    Object.assign(window, { [`ga-disable-${id}`]: isDisabled });
  const queue: unknown[] = [];
  const { gtag, start, update, stop } = createGoogleTag(queue, (choice) => {
    Object.assign(window, { [queueName]: queue });
    gtag('js', new Date());
    gtag('config', id, {
      send_page_view: false,
      page_location: buildReportedUrl(location.pathname, location.search),
      page_referrer: getReportedReferrer(),
      allow_google_signals: choice.advertising,
      allow_ad_personalization_signals: choice.advertising,
    });
    loadScript(`https://www.googletagmanager.com/gtag/js?id=${id}&l=${queueName}`);
  });

  return {
    cookies: /^_ga(_|$)/,
    isAllowed: ({ analytics }) => analytics,
    start(choice) {
      setDisabled(false);
      start(choice);
    },
    update,
    send(event) {
      if (event.name === 'form_step') return;
      if (event.name === 'lead_submission' && event.details.isReportedByServer) return;
      if (event.name === 'page_view') {
        const { path, search, title } = event.details;
        const pageUrl = buildReportedUrl(path, search);
        gtag('set', { page_location: pageUrl, page_title: title });
        gtag('event', 'page_view', {
          page_location: pageUrl,
          page_title: title,
          event_id: event.id,
          send_to: id,
        });
        return;
      }
      const parameters = toAnalyticsParameters(event);
      gtag('event', event.name, { ...parameters, event_id: event.id, send_to: id });
    },

    stop() {
      stop();
      setDisabled(true);
    },
  };
}
