import type { Tracking } from '../../../lib/site';
import { type ConsentChoice, noConsent } from '../../consent/consent';
import { toAnalyticsParameters, toStandardEvent } from '../events';
import { buildReportedUrl, getReportedReferrer, loadScript, type Platform } from './platform';

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
function createGoogleTag(queue: unknown[], load: (choice: ConsentChoice) => void) {
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
