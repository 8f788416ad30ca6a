import type { Tracking } from '../../../lib/site';
import { nothingAgreed } from '../consent';
import { analyticsParameters, standardEvent } from '../events';
import { consentMode, googleCommand } from './google-consent';
import { loadScript, type Platform, toldAddress } from './platform';

/** Google Tag Manager: the owner's container hears of every event, and of what was agreed to. */
export function tagManager({ id }: NonNullable<Tracking['tagManager']>): Platform {
  const layer: unknown[] = [];
  const command = googleCommand(layer);
  let isLoaded = false;

  return {
    // The container's own tags set those of the other platforms.
    cookies: /^_g(a|cl)(_|$)/,
    isAllowed: ({ analytics, advertising }) => analytics || advertising,

    start(choice) {
      if (isLoaded) {
        command('consent', 'update', consentMode(choice));
        return;
      }
      isLoaded = true;
      (window as unknown as Record<string, unknown>).dataLayer = layer;
      command('consent', 'default', consentMode(nothingAgreed));
      command('consent', 'update', consentMode(choice));
      layer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
      loadScript(`https://www.googletagmanager.com/gtm.js?id=${id}`);
    },

    update: (choice) => command('consent', 'update', consentMode(choice)),

    send(event) {
      if (event.name === 'form_step') return;
      if (event.name === 'page_view') {
        const { path, search, title } = event.details;
        layer.push({
          event: 'page_view',
          event_id: event.id,
          page_location: toldAddress(path, search),
          page_title: title,
        });
        return;
      }
      layer.push({ event: event.name, event_id: event.id, ...analyticsParameters(event) });
      const standard = standardEvent(event);
      if (standard)
        layer.push({ event: standard.name, event_id: event.id, ...standard.parameters });
    },

    stop: () => command('consent', 'update', consentMode(nothingAgreed)),
  };
}
