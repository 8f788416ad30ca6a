import { z } from '../../../lib/schema';
import { parseProviderAttribution } from './provider-attribution.server';
import type { ProviderEvent } from './provider-event';
import { isValidHmac } from './webhook-signature.server';

/** Maximum age (or clock difference) of a signed message, in seconds, against replays. */
const maxAgeSeconds = 300;

/**
 * Verifies Calendly's signature: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 over `t.body`.
 * https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-webhook-signatures
 */
export function isCalendlySignatureValid(
  header: string,
  body: string,
  secret: string,
  now: number,
): boolean {
  const parts = new Map(
    header.split(',').map((part) => {
      const [name = '', value = ''] = part.trim().split('=');
      return [name, value] as const;
    }),
  );
  const time = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > maxAgeSeconds) return false;
  return isValidHmac(parts.get('v1') ?? '', `${time}.${body}`, secret);
}

const boundedText = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const uri = boundedText(300);
const dateTime = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Invalid'));

const invitee = z.looseObject({
  uri,
  email: z.nullish(boundedText(254)),
  name: z.nullish(boundedText(200)),
  timezone: z.nullish(boundedText(64)),
  rescheduled: z.nullish(z.boolean()),
  old_invitee: z.nullish(uri),
  /** The campaign with which Calendly's page was opened. */
  tracking: z.optional(z.unknown()),
  scheduled_event: z.nullish(
    z.looseObject({ start_time: z.nullish(dateTime), end_time: z.nullish(dateTime) }),
  ),
});

const noShow = z.looseObject({ invitee: uri });

const message = z.looseObject({
  event: boundedText(100),
  created_at: dateTime,
  payload: z.unknown(),
});

function toInviteeEvent(payload: unknown, kind: ProviderEvent['kind'], at: string): ProviderEvent {
  const parsedInvitee = invitee.parse(payload);
  const toIsoString = (value: string | null | undefined) =>
    value ? new Date(value).toISOString() : undefined;
  return {
    source: 'calendly',
    externalId: parsedInvitee.uri,
    kind: kind === 'canceled' && parsedInvitee.rescheduled ? 'rescheduled' : kind,
    at,
    replaces: kind === 'created' ? (parsedInvitee.old_invitee ?? undefined) : undefined,
    start: toIsoString(parsedInvitee.scheduled_event?.start_time),
    end: toIsoString(parsedInvitee.scheduled_event?.end_time),
    timeZone: parsedInvitee.timezone ?? undefined,
    name: parsedInvitee.name ?? undefined,
    email: parsedInvitee.email ?? undefined,
    attribution: parseProviderAttribution(parsedInvitee.tracking, at),
  };
}

/** Parses a message from Calendly; null for irrelevant kinds. @throws ZodError */
export function parseCalendlyEvent(body: unknown): ProviderEvent | null {
  const { event, created_at, payload } = message.parse(body);
  const at = new Date(created_at).toISOString();
  switch (event) {
    case 'invitee.created':
      return toInviteeEvent(payload, 'created', at);
    case 'invitee.canceled':
      return toInviteeEvent(payload, 'canceled', at);
    case 'invitee_no_show.created':
    case 'invitee_no_show.deleted': {
      const kind = event === 'invitee_no_show.created' ? 'no_show' : 'came';
      // Either the no-show, which refers to its invitee, or the invitee itself.
      const mark = noShow.safeParse(payload);
      if (!mark.success) return toInviteeEvent(payload, kind, at);
      return { source: 'calendly', externalId: mark.data.invitee, kind, at };
    }
    default:
      return null;
  }
}
