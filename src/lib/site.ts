import { createContext, useContext } from 'react';

/** The measuring platforms that are set up. `server`: it tells them of enquiries itself, too. */
export interface Tracking {
  googleAnalytics?: { id: string; server: boolean };
  metaPixel?: { id: string; server: boolean };
  linkedIn?: { id: string; conversion: string | null };
  tagManager?: { id: string };
}

/** What the browser knows about this installation. Sent with every page: nothing secret in here. */
export interface Site {
  name: string;
  /** Public origin, without a slash at the end. */
  url: string;
  supportEmail: string;
  /** No mail is sent: nothing may promise one. Left out where mail is set up. */
  isMailOff?: true;
  /** The external scheduling page, when one is set. */
  schedulingUrl: string | null;
  /** What measures visits, each part only where it is set up; left out when nothing is. */
  tracking?: Tracking;
}

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** The installation that this page belongs to. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite is used outside of SiteProvider');
  return site;
}
