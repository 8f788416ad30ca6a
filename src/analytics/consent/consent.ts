import type { Tracking } from '../../lib/site';
import { DAY } from '../../lib/time/durations';

/** Purposes that a visitor can accept or refuse separately. */
export const purposes = ['analytics', 'advertising'] as const;

export type Purpose = (typeof purposes)[number];

export type ConsentChoice = Record<Purpose, boolean>;

/** A consent choice, with the time it was made (ISO 8601). */
export interface Consent extends ConsentChoice {
  at: string;
}

/** Increment this when the question changes, to ask everyone again. */
const version = 1;

/** How long a choice is valid, whether accepted or refused. Then the banner appears again. */
const consentLifetimeMs = 365 * DAY;

export const noConsent: ConsentChoice = { analytics: false, advertising: false };

/** Returns the purposes of the configured platforms. Tag Manager can load tags for both. */
export function getAskedPurposes({ googleAnalytics, metaPixel, linkedIn, tagManager }: Tracking) {
  return purposes.filter((purpose) =>
    purpose === 'analytics' ? googleAnalytics || tagManager : metaPixel || linkedIn || tagManager,
  );
}

export const serializeConsent = (consent: Consent): string =>
  JSON.stringify({ version, ...consent });

/** Parses the stored consent. Null when it is missing, invalid, outdated or expired. */
export function parseConsent(text: string | null): Consent | null {
  try {
    const stored = JSON.parse(text ?? 'null');
    const ageMs = Date.now() - Date.parse(stored.at);
    const isOurs = purposes.every((purpose) => typeof stored[purpose] === 'boolean');
    if (stored.version !== version || !isOurs || !(ageMs >= 0 && ageMs < consentLifetimeMs))
      return null;
    return { analytics: stored.analytics, advertising: stored.advertising, at: stored.at };
  } catch {
    return null;
  }
}
