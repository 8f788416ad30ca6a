import type { Tracking } from '../../../../lib/site';
import { loadScript, type Platform } from './platform';

type Lintrk = ((...command: unknown[]) => void) & { q: unknown[] };

const setPartners = (ids: string[]) => Object.assign(window, { _linkedin_data_partner_ids: ids });

/** The LinkedIn Insight Tag. Its script tells of pages by itself; of conversions, it knows enquiries. */
export function createLinkedIn({ id, conversion }: NonNullable<Tracking['linkedIn']>): Platform {
  let isLoaded = false;

  return {
    cookies: /^(li_fat_id|li_giant|ln_or)$/,
    isAllowed: ({ advertising }) => advertising,

    start() {
      setPartners([id]);
      if (isLoaded) return;
      isLoaded = true;
      const lintrk: Lintrk = Object.assign((...command: unknown[]) => lintrk.q.push(command), {
        q: [] as unknown[],
      });
      Object.assign(window, { _linkedin_partner_id: id, lintrk });
      loadScript('https://snap.licdn.com/li.lms-analytics/insight.min.js');
    },

    send(event) {
      if (event.name !== 'lead_submission' || conversion === null) return;
      // The script puts its own function there once it has loaded.
      const { lintrk } = window as unknown as { lintrk: Lintrk };
      lintrk('track', { conversion_id: Number(conversion), event_id: event.id });
    },

    // It knows no command for this: without a partner there is nobody whom it could tell.
    stop: () => setPartners([]),
  };
}
