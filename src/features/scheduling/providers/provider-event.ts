import { z } from '../../../lib/schema';
import type { Attribution } from '../../analytics/attribution/touch';
import type { BookingSource } from '../call';

/** A change of a booking at a provider, in terms common to all providers. */
export interface ProviderEvent {
  source: Exclude<BookingSource, 'site'>;
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

export const boundedText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** A time in a provider's message, converted to ISO 8601 in UTC. */
export const dateTime = z.pipe(
  z.string().check(
    z.maxLength(40),
    z.refine((value) => !Number.isNaN(Date.parse(value)), 'Invalid'),
  ),
  z.transform((value: string) => new Date(value).toISOString()),
);
