import { timestamp, z } from '../../lib/schema';
import {
  boundedText,
  knownTimeZone,
  type ProviderEvent,
  parseProviderAttribution,
} from './provider-event.server';

const attendee = z.looseObject({
  email: z.nullish(boundedText(254)),
  name: z.nullish(boundedText(200)),
  timeZone: knownTimeZone,
  noShow: z.nullish(z.boolean()),
});

const message = z.looseObject({
  createdAt: timestamp(),
  payload: z.looseObject({
    uid: z.nullish(boundedText(200)),
    bookingUid: z.nullish(boundedText(200)),
    rescheduleUid: z.nullish(boundedText(200)),
    startTime: z.nullish(timestamp()),
    endTime: z.nullish(timestamp()),
    // The campaign values that the site passed to the embed.
    metadata: z.optional(z.unknown()),
    attendees: z.nullish(z.array(attendee).check(z.maxLength(100))),
  }),
});

const eventKinds = new Map<string, ProviderEvent['kind']>([
  ['BOOKING_CREATED', 'created'],
  ['BOOKING_RESCHEDULED', 'created'],
  ['BOOKING_CANCELLED', 'canceled'],
  ['BOOKING_REJECTED', 'canceled'],
  ['BOOKING_NO_SHOW_UPDATED', 'no_show'],
]);

/** Parses a message from Cal.com; null for irrelevant kinds. @throws ZodError */
export function parseCalEvent(body: unknown): ProviderEvent | null {
  const { triggerEvent } = z.looseObject({ triggerEvent: boundedText(100) }).parse(body);
  const kind = eventKinds.get(triggerEvent);
  if (!kind) return null;
  const { createdAt: at, payload: booking } = message.parse(body);
  const externalId = booking.uid ?? booking.bookingUid;
  if (!externalId) return null;
  const [firstAttendee] = booking.attendees ?? [];
  const hasAttended = kind === 'no_show' && !booking.attendees?.some(({ noShow }) => noShow);
  // In Cal.com a rescheduled booking is a new one with another uid.
  const isReplacement = booking.rescheduleUid !== externalId;
  return {
    source: 'cal',
    externalId,
    kind: hasAttended ? 'came' : kind,
    at,
    replaces: (isReplacement && booking.rescheduleUid) || undefined,
    start: booking.startTime ?? undefined,
    end: booking.endTime ?? undefined,
    timeZone: firstAttendee?.timeZone,
    name: firstAttendee?.name ?? undefined,
    email: firstAttendee?.email ?? undefined,
    attribution: parseProviderAttribution(booking.metadata, at),
  };
}
