import { z } from '../../../lib/schema';
import { parseProviderAttribution } from './provider-attribution.server';
import type { ProviderEvent } from './provider-event';

const boundedText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const dateTime = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Invalid'));

const attendee = z.looseObject({
  email: z.nullish(boundedText(254)),
  name: z.nullish(boundedText(200)),
  timeZone: z.nullish(boundedText(64)),
  noShow: z.nullish(z.boolean()),
});

const payload = z.looseObject({
  uid: z.nullish(boundedText(200)),
  bookingUid: z.nullish(boundedText(200)),
  rescheduleUid: z.nullish(boundedText(200)),
  startTime: z.nullish(dateTime),
  endTime: z.nullish(dateTime),
  // The campaign values that the site passed to the embed.
  metadata: z.optional(z.unknown()),
  attendees: z.nullish(z.array(attendee).check(z.maxLength(100))),
});

const message = z.looseObject({
  triggerEvent: boundedText(100),
  createdAt: dateTime,
  payload,
});

const eventKinds: Record<string, ProviderEvent['kind']> = {
  BOOKING_CREATED: 'created',
  BOOKING_RESCHEDULED: 'created',
  BOOKING_CANCELLED: 'canceled',
  BOOKING_REJECTED: 'canceled',
  BOOKING_NO_SHOW_UPDATED: 'no_show',
};

/** Parses a message from Cal.com; null for irrelevant kinds. @throws ZodError */
export function parseCalEvent(body: unknown): ProviderEvent | null {
  const trigger = z.looseObject({ triggerEvent: boundedText(100) }).parse(body).triggerEvent;
  const kind = Object.hasOwn(eventKinds, trigger) ? eventKinds[trigger] : undefined;
  if (!kind) return null;
  const { createdAt, payload: booking } = message.parse(body);
  const externalId = booking.uid ?? booking.bookingUid;
  if (!externalId) return null;
  const toIsoString = (value: string | null | undefined) =>
    value ? new Date(value).toISOString() : undefined;
  const [firstAttendee] = booking.attendees ?? [];
  const at = new Date(createdAt).toISOString();
  const hasAttended = kind === 'no_show' && !booking.attendees?.some(({ noShow }) => noShow);
  return {
    source: 'cal',
    externalId,
    kind: hasAttended ? 'came' : kind,
    at,
    // In Cal.com a rescheduled booking is a new one with another uid.
    replaces:
      booking.rescheduleUid && booking.rescheduleUid !== externalId
        ? booking.rescheduleUid
        : undefined,
    start: toIsoString(booking.startTime),
    end: toIsoString(booking.endTime),
    timeZone: firstAttendee?.timeZone ?? undefined,
    name: firstAttendee?.name ?? undefined,
    email: firstAttendee?.email ?? undefined,
    attribution: parseProviderAttribution(booking.metadata, at),
  };
}
