import { z } from '../../lib/schema';
import { providerOrigin } from './provider-campaign.server';
import type { ProviderEvent } from './provider-event';
import { hasHmac } from './webhook-signature.server';

/** Seconds that a signed message may be old (or ahead): after that it is a replay of somebody's. */
const freshFor = 300;

/**
 * Whether a message is Calendly's: `t=<seconds>,v1=<hex>`, an HMAC-SHA256 over `t.body`.
 * https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-webhook-signatures
 */
export function isFromCalendly(header: string, body: string, secret: string, now: number): boolean {
  const parts = new Map(
    header.split(',').map((part) => {
      const [name = '', value = ''] = part.trim().split('=');
      return [name, value] as const;
    }),
  );
  const time = parts.get('t') ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > freshFor) return false;
  return hasHmac(parts.get('v1') ?? '', `${time}.${body}`, secret);
}

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const uri = text(300);
const moment = z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)), 'Invalid'));

const invitee = z.looseObject({
  uri,
  email: z.nullish(text(254)),
  name: z.nullish(text(200)),
  timezone: z.nullish(text(64)),
  rescheduled: z.nullish(z.boolean()),
  old_invitee: z.nullish(uri),
  /** The campaign with which its page was opened. */
  tracking: z.optional(z.unknown()),
  scheduled_event: z.nullish(
    z.looseObject({ start_time: z.nullish(moment), end_time: z.nullish(moment) }),
  ),
});

const noShow = z.looseObject({ invitee: uri });

const message = z.looseObject({
  event: text(100),
  created_at: moment,
  payload: z.unknown(),
});

function inviteeEvent(payload: unknown, kind: ProviderEvent['kind'], at: string): ProviderEvent {
  const one = invitee.parse(payload);
  const iso = (value: string | null | undefined) =>
    value ? new Date(value).toISOString() : undefined;
  return {
    source: 'calendly',
    externalId: one.uri,
    kind: kind === 'canceled' && one.rescheduled ? 'rescheduled' : kind,
    at,
    replaces: kind === 'created' ? (one.old_invitee ?? undefined) : undefined,
    start: iso(one.scheduled_event?.start_time),
    end: iso(one.scheduled_event?.end_time),
    timeZone: one.timezone ?? undefined,
    name: one.name ?? undefined,
    email: one.email ?? undefined,
    attribution: providerOrigin(one.tracking, at),
  };
}

/** What a message of Calendly's says; null for what is of no concern here. @throws ZodError */
export function readCalendly(body: unknown): ProviderEvent | null {
  const { event, created_at, payload } = message.parse(body);
  const at = new Date(created_at).toISOString();
  switch (event) {
    case 'invitee.created':
      return inviteeEvent(payload, 'created', at);
    case 'invitee.canceled':
      return inviteeEvent(payload, 'canceled', at);
    case 'invitee_no_show.created':
    case 'invitee_no_show.deleted': {
      const kind = event === 'invitee_no_show.created' ? 'no_show' : 'came';
      // Either the mark, which names its invitee, or the invitee itself.
      const mark = noShow.safeParse(payload);
      if (!mark.success) return inviteeEvent(payload, kind, at);
      return { source: 'calendly', externalId: mark.data.invitee, kind, at };
    }
    default:
      return null;
  }
}
