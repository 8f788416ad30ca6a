import { z } from '../../lib/schema';
import { providerOrigin } from './provider-campaign.server';
import type { ProviderEvent } from './provider-event';

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const moment = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Invalid'));

const attendee = z.looseObject({
  email: z.nullish(text(254)),
  name: z.nullish(text(200)),
  timeZone: z.nullish(text(64)),
  noShow: z.nullish(z.boolean()),
});

const payload = z.looseObject({
  uid: z.nullish(text(200)),
  bookingUid: z.nullish(text(200)),
  rescheduleUid: z.nullish(text(200)),
  startTime: z.nullish(moment),
  endTime: z.nullish(moment),
  // The site's campaign values, as they were handed over.
  metadata: z.optional(z.unknown()),
  attendees: z.nullish(z.array(attendee).check(z.maxLength(100))),
});

const message = z.looseObject({
  triggerEvent: text(100),
  createdAt: moment,
  payload,
});

const kinds: Record<string, ProviderEvent['kind']> = {
  BOOKING_CREATED: 'created',
  BOOKING_RESCHEDULED: 'created',
  BOOKING_CANCELLED: 'canceled',
  BOOKING_REJECTED: 'canceled',
  BOOKING_NO_SHOW_UPDATED: 'no_show',
};

/** What a message of Cal.com's says; null for what is of no concern here. @throws ZodError */
export function readCal(body: unknown): ProviderEvent | null {
  const trigger = z.looseObject({ triggerEvent: text(100) }).parse(body).triggerEvent;
  const kind = Object.hasOwn(kinds, trigger) ? kinds[trigger] : undefined;
  if (!kind) return null;
  const { createdAt, payload: booking } = message.parse(body);
  const externalId = booking.uid ?? booking.bookingUid;
  if (!externalId) return null;
  const iso = (value: string | null | undefined) =>
    value ? new Date(value).toISOString() : undefined;
  const [first] = booking.attendees ?? [];
  const at = new Date(createdAt).toISOString();
  const came = kind === 'no_show' && !booking.attendees?.some(({ noShow }) => noShow);
  return {
    source: 'cal',
    externalId,
    kind: came ? 'came' : kind,
    at,
    // A moved booking is a new one there, with a name of its own.
    replaces:
      booking.rescheduleUid && booking.rescheduleUid !== externalId
        ? booking.rescheduleUid
        : undefined,
    start: iso(booking.startTime),
    end: iso(booking.endTime),
    timeZone: first?.timeZone ?? undefined,
    name: first?.name ?? undefined,
    email: first?.email ?? undefined,
    attribution: providerOrigin(booking.metadata, at),
  };
}
