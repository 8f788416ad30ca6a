/** How dates and money are written. */
interface Region {
  /** Without it, the default. */
  locale?: string;
  /** Prefix of an amount in dollars, such as "US$". Without it, "$". */
  currencySign?: string;
  /** An IANA name. Without it, the time zone of the machine. */
  timeZone?: string;
}

export const defaultLocale = 'en-US';

const dateLocales = new Map([
  ['es-US', 'en-US'],
  // English, with the day before the month and a 12-hour clock.
  ['es-MX', 'en-001'],
]);

/**
 * Returns the locale in which dates are written: English, in the region's order. The site's texts
 * are English and so is its `lang`, so a screen reader would mispronounce Spanish dates.
 */
export const getDateLocale = (locale: string): string => dateLocales.get(locale) ?? locale;

/** The business's time zone until the owner sets it. */
export const defaultTimeZone = 'America/New_York';

/**
 * A process and a browser tab serve one site, so its region is a variable: nearly every component
 * would have to pass it on.
 */
let region: Region = {};

export const getRegion = (): Region => region;

/** Sets the region: at the start, and on the server after each change of the settings. */
export function setRegion(newRegion: Region): void {
  region = newRegion;
}
