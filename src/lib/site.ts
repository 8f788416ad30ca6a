import { createContext, useContext } from 'react';

/** The configured tracking platforms. `server`: the server reports leads as well. */
export interface Tracking {
  googleAnalytics?: { id: string; server: boolean };
  metaPixel?: { id: string; server: boolean };
  linkedIn?: { id: string; conversion: string | null };
  tagManager?: { id: string };
}

/** What the browser knows about this installation. Sent with every page, so it contains no secrets. */
export interface Site {
  name: string;
  /** The public origin, without a trailing slash. */
  url: string;
  supportEmail: string;
  /** No email is sent, so nothing may promise one. Absent if email is configured. */
  isMailOff?: true;
  /** The external scheduling page, if one is configured. */
  schedulingUrl: string | null;
  /** The configured tracking platforms; absent if there are none. */
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
