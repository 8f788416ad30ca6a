import { createContext, useContext } from 'react';
import type { CostExamples } from './cost-examples';

/** The configured tracking platforms. `server`: the server reports leads as well. */
export interface Tracking {
  googleAnalytics?: { id: string; server: boolean };
  metaPixel?: { id: string; server: boolean };
  linkedIn?: { id: string; conversion: string | null };
  tagManager?: { id: string };
  /** Values of leads in dollars, by the id of the package; `none` for a lead without a package. */
  leadValues?: Readonly<Record<string, number>>;
}

/** A picture of a person of the crew. */
export interface CrewPicture {
  url: string;
  /** Focal point of a photograph. */
  focus?: string;
  /** How much a photograph is brightened, in percent, unless it is 100. */
  exposure?: number;
  role?: string;
}

/** The owner's texts and lists that all pages share. */
export interface SiteContent {
  /** The bar above the header. */
  announcement?: { text: string; link?: string };
  footer: {
    text?: string;
    industries: readonly string[];
    callText?: string;
    callLabel: string;
  };
  /** Names of the clients whose logos are shown. */
  clients?: readonly string[];
  /** Pictures of the people behind the contact section and the thank-you message. */
  crew?: readonly CrewPicture[];
  /** Industries that the lead form offers. */
  industries: readonly { value: string; label: string }[];
  /** Options of the talent page's filters. */
  filters: Readonly<Record<'role' | 'industry' | 'seniority' | 'skills', readonly string[]>>;
  /** Sections of the home page that are not shown. */
  hiddenSections?: readonly string[];
}

/** The installation's public settings. Sent with every page, so it contains no secrets. */
export interface Site extends SiteContent {
  name: string;
  /** The public origin, without a trailing slash. */
  url: string;
  supportEmail: string;
  phone?: string;
  /** The phone number as a `tel:` URL, if it can be called. */
  phoneUrl?: string;
  postalAddress?: string;
  socialLinks?: readonly string[];
  /** URLs of the owner's pictures; without them, the drawn mark. */
  logo?: string;
  favicon?: string;
  /** How dates and money are written; absent for the default. */
  locale?: string;
  currencySign?: string;
  /** The business's time zone. Times without one of their own are shown in it. */
  timeZone: string;
  /** Set when email is not configured: the interface must not promise any. */
  isMailOff?: true;
  /** Set when the owner has switched payments off: nothing may offer one. */
  arePaymentsOff?: true;
  /** The owner's example numbers on `/cover`; absent for the defaults. */
  costExamples?: CostExamples;
  /** The external scheduling page, if one is configured. */
  schedulingUrl: string | null;
  /** The configured tracking platforms; absent if there are none. */
  tracking?: Tracking | undefined;
}

const SiteContext = createContext<Site | null>(null);

export const SiteProvider = SiteContext.Provider;

/** Returns the public settings of the installation that served this page. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite is used outside of SiteProvider');
  return site;
}
