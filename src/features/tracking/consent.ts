import type { Tracking } from '../../lib/site';

/** What a visitor may agree to, apart from each other. */
export const purposes = ['analytics', 'advertising'] as const;

export type Purpose = (typeof purposes)[number];

export type Choice = Record<Purpose, boolean>;

/** A choice, and when it was made (ISO-8601). */
export interface Consent extends Choice {
  at: string;
}

/** Raised when what is asked changes: everybody is asked again. */
const version = 1;

/** How long a choice counts, yes or no alike; then the question comes again. */
const lifetime = 365 * 24 * 3_600_000;

export const nothingAgreed: Choice = { analytics: false, advertising: false };

/** What there is to be asked about. Tag Manager may carry both. */
export function purposesOf({ googleAnalytics, metaPixel, linkedIn, tagManager }: Tracking) {
  return purposes.filter((purpose) =>
    purpose === 'analytics' ? googleAnalytics || tagManager : metaPixel || linkedIn || tagManager,
  );
}

/** A choice as the text that is kept. */
export const consentText = (consent: Consent): string => JSON.stringify({ version, ...consent });

/** Reads a kept choice; null when there is none that still counts. */
export function parseConsent(text: string | null, now = new Date()): Consent | null {
  try {
    const kept = JSON.parse(text ?? 'null');
    const age = now.getTime() - Date.parse(kept.at);
    const isOurs = purposes.every((purpose) => typeof kept[purpose] === 'boolean');
    if (kept.version !== version || !isOurs || !(age >= 0 && age < lifetime)) return null;
    return { analytics: kept.analytics, advertising: kept.advertising, at: kept.at };
  } catch {
    return null;
  }
}
