import type { Tracking } from '../../../lib/site';
import { loadScript, type Platform } from './platform';

declare global {
  interface Window {
    lintrk?: (...command: unknown[]) => void;
  }
}

const setPartners = (ids: string[]) => Object.assign(window, { _linkedin_data_partner_ids: ids });

/**
 * Creates the LinkedIn Insight Tag. Its script reports page views itself. Leads are the only
 * conversions that it receives.
 */
export function createLinkedIn({ id, conversion }: NonNullable<Tracking['linkedIn']>): Platform {
  let isLoaded = false;

  return {
    cookies: /^(li_fat_id|li_giant|ln_or)$/,
    isAllowed: ({ advertising }) => advertising,

    start() {
      setPartners([id]);
      if (isLoaded) return;
      isLoaded = true;
      const q: unknown[] = [];
      const lintrk = Object.assign((...command: unknown[]) => void q.push(command), { q });
      Object.assign(window, { _linkedin_partner_id: id, lintrk });
      loadScript('https://snap.licdn.com/li.lms-analytics/insight.min.js');
    },

    send(event) {
      if (event.name !== 'lead_submission' || conversion === null) return;
      // The loaded script replaces this function, so read it for each event.
      window.lintrk?.('track', { conversion_id: Number(conversion), event_id: event.id });
    },

    // The script has no command to stop. Without a partner ID it has no account to report to.
    stop: () => setPartners([]),
  };
}
