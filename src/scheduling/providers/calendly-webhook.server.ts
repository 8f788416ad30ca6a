import { createHmac, timingSafeEqual } from 'node:crypto';
import { timestamp, z } from '../../lib/schema';
import {
  boundedText,
  knownTimeZone,
  type ProviderEvent,
  parseProviderAttribution,
} from './provider-event.server';

/** Whether a hexadecimal signature is the HMAC-SHA256 of a text, compared in constant time. */
export function isValidHmac(signature: string, text: string, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(text).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected);
}

/** Maximum age (or clock difference) of a signed message, in seconds, against replays. */
const maxAgeSeconds = 300;

/**
 * Verifies Calendly's signature: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 over `t.body`.
 * https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-webhook-signatures
 */
export function isCalendlySignatureValid(header: string, body: string, secret: string): boolean {
  const parts = new URLSearchParams(header.replaceAll(/, */g, '&'));
  const time = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(Date.now() / 1000 - Number(time)) > maxAgeSeconds) return false;
  return isValidHmac(parts.get('v1') ?? '', `${time}.${body}`, secret);
}

const uri = boundedText(300);

const invitee = z.looseObject({
  uri,
  email: z.nullish(boundedText(254)),
  name: z.nullish(boundedText(200)),
  timezone: knownTimeZone,
  rescheduled: z.nullish(z.boolean()),
  old_invitee: z.nullish(uri),
  /** The campaign with which Calendly's page was opened. */
  tracking: z.optional(z.unknown()),
  scheduled_event: z.nullish(
    z.looseObject({ start_time: z.nullish(timestamp()), end_time: z.nullish(timestamp()) }),
  ),
});

const noShow = z.looseObject({ invitee: uri });

const message = z.looseObject({
  event: boundedText(100),
  created_at: timestamp(),
  payload: z.unknown(),
});

function toInviteeEvent(payload: unknown, kind: ProviderEvent['kind'], at: string): ProviderEvent {
  const { uri, old_invitee, scheduled_event, ...parsedInvitee } = invitee.parse(payload);
  return {
    source: 'calendly',
    externalId: uri,
    kind: kind === 'canceled' && parsedInvitee.rescheduled ? 'rescheduled' : kind,
    at,
    replaces: kind === 'created' ? (old_invitee ?? undefined) : undefined,
    start: scheduled_event?.start_time ?? undefined,
    end: scheduled_event?.end_time ?? undefined,
    timeZone: parsedInvitee.timezone,
    name: parsedInvitee.name ?? undefined,
    email: parsedInvitee.email ?? undefined,
    attribution: parseProviderAttribution(parsedInvitee.tracking, at),
  };
}

/** Parses a message from Calendly; null for irrelevant kinds. @throws ZodError */
export function parseCalendlyEvent(body: unknown): ProviderEvent | null {
  const { event, created_at: at, payload } = message.parse(body);
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
