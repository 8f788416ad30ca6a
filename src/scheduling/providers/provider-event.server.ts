import {
  type Attribution,
  campaignParameters,
  maxTouchChars,
  type Touch,
} from '../../analytics/attribution/touch';
import { z } from '../../lib/schema';
import { isTimeZone } from '../../lib/time/time-zone';
import type { CallSource } from '../call';

/** A change of a booking at a provider, in terms common to all providers. */
export interface ProviderEvent {
  source: Exclude<CallSource, 'site'>;
  externalId: string;
  kind: 'created' | 'canceled' | 'rescheduled' | 'no_show' | 'came';
  /** Time of the change, ISO 8601. */
  at: string;
  /** External id of the booking that this one replaces. */
  replaces?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  timeZone?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  /** The lead, when the embed was opened with its id. */
  leadId?: string | undefined;
  attribution?: Attribution | null | undefined;
}

/** A provider's name of a time zone; undefined if it is unknown here. */
export const knownTimeZone = z.pipe(
  z.nullish(z.string()),
  z.transform((name) => (name && isTimeZone(name) ? name : undefined)),
);

export const boundedText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

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
