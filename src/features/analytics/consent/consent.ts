import type { Tracking } from '../../../lib/site';
import { DAY } from '../../../lib/time';

/** What a visitor may agree to, apart from each other. */
export const purposes = ['analytics', 'advertising'] as const;

export type Purpose = (typeof purposes)[number];

export type ConsentChoice = Record<Purpose, boolean>;

/** A choice, and when it was made (ISO-8601). */
export interface Consent extends ConsentChoice {
  at: string;
}

/** Raised when what is asked changes: everybody is asked again. */
const version = 1;

/** How long a choice counts, yes or no alike; then the question comes again. */
const consentLifetimeMs = 365 * DAY;

export const noConsent: ConsentChoice = { analytics: false, advertising: false };

/** What there is to be asked about. Tag Manager may carry both. */
export function getAskedPurposes({ googleAnalytics, metaPixel, linkedIn, tagManager }: Tracking) {
  return purposes.filter((purpose) =>
    purpose === 'analytics' ? googleAnalytics || tagManager : metaPixel || linkedIn || tagManager,
  );
}

/** A choice as the text that is kept. */
export const serializeConsent = (consent: Consent): string =>
  JSON.stringify({ version, ...consent });

/** Reads a kept choice; null when there is none that still counts. */
export function parseConsent(text: string | null, now = new Date()): Consent | null {
  try {
    const stored = JSON.parse(text ?? 'null');
    const ageMs = now.getTime() - Date.parse(stored.at);
    const isOurs = purposes.every((purpose) => typeof stored[purpose] === 'boolean');
    if (stored.version !== version || !isOurs || !(ageMs >= 0 && ageMs < consentLifetimeMs))
      return null;
    return { analytics: stored.analytics, advertising: stored.advertising, at: stored.at };
  } catch {
    return null;
  }
}
