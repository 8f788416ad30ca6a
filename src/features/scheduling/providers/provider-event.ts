import type { Attribution } from '../../analytics/attribution/touch';
import type { BookingSource } from '../call';

/** Something that happened to a booking at a provider, in the words of neither. */
export interface ProviderEvent {
  source: Exclude<BookingSource, 'site'>;
  externalId: string;
  kind: 'created' | 'canceled' | 'rescheduled' | 'no_show' | 'came';
  /** When it happened, ISO 8601. */
  at: string;
  /** The booking that this one takes the place of. */
  replaces?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
  timeZone?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  /** The site's own enquiry, where the embed was opened with it. */
  leadId?: string | undefined;
  attribution?: Attribution | null | undefined;
}
