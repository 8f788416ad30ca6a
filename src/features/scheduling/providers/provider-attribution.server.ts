import { campaignParameters, maxTouchChars, type Touch } from '../../analytics/attribution/touch';
import type { ProviderEvent } from './provider-event';

const isUtm = (name: string) => name.startsWith('utm_');

/**
 * Builds the attribution of a booking from the campaign that a provider sends back: the one that
 * the site passed to the embed, or that the provider's page was opened with. Invalid values are
 * dropped rather than blocking a booking.
 * @param at when it was booked, ISO 8601
 */
export function parseProviderAttribution(
  fields: unknown,
  at: string,
): ProviderEvent['attribution'] {
  if (typeof fields !== 'object' || fields === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(fields));
  const campaign = Object.fromEntries(
    campaignParameters.filter(isUtm).flatMap((name) => {
      const value = values.get(name);
      const text = typeof value === 'string' ? value.replace(/\p{Cc}/gu, ' ').trim() : '';
      return text === '' ? [] : [[name, text.slice(0, maxTouchChars.value)] as const];
    }),
  );
  if (Object.keys(campaign).length === 0) return undefined;
  const touch: Touch = { at, campaign };
  return { first: touch, last: touch };
}
