import { hasValidHost, parseUrl } from '../../lib/network/parse-url';
import { checkbox, requiredText, z } from '../../lib/schema';
import { DAY } from '../../lib/time/durations';

/** The events that webhooks subscribe to. */
export const webhookEvents = [
  'lead.created',
  'lead.updated',
  'call.booked',
  'call.canceled',
  'proposal.accepted',
  'payment.succeeded',
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookEventLabels: Record<WebhookEvent, string> = {
  'lead.created': 'A lead comes in',
  'lead.updated': 'A lead changes',
  'call.booked': 'A call is booked or moved',
  'call.canceled': 'A call is canceled',
  'proposal.accepted': 'A proposal is accepted',
  'payment.succeeded': 'A payment arrives',
};

/** `standard`: Standard Webhooks. `slack`: a readable message for Slack's incoming webhooks. */
const webhookFormats = ['standard', 'slack'] as const;

export type WebhookFormat = (typeof webhookFormats)[number];

/** How long a replaced secret stays valid. */
export const secretOverlapMs = DAY;

const isWebhookUrl = (value: string) => {
  const url = parseUrl(value);
  if (!url) return false;
  const { protocol, username, password } = url;
  return (
    ['http:', 'https:'].includes(protocol) &&
    username === '' &&
    password === '' &&
    hasValidHost(url)
  );
};

const fields = {
  name: requiredText(60, 'Name is required'),
  url: requiredText(1000, 'Address is required').check(
    z.refine(isWebhookUrl, 'Enter an address that starts with https://'),
  ),
  /** By default Slack's for a URL at Slack. */
  format: z.enum(webhookFormats),
  events: z
    .array(z.enum(webhookEvents))
    .check(
      z.minLength(1, 'Choose at least one event'),
      z.maxLength(webhookEvents.length, 'Choose each event once'),
    ),
  isActive: checkbox(),
};

export const webhookInput = z.object({
  ...fields,
  format: z.optional(fields.format),
  isActive: z._default(fields.isActive, true),
});

export type WebhookInput = z.output<typeof webhookInput>;

/** Body of a PATCH. Fields that are not sent stay unchanged. */
export const webhookPatch = z.object({
  ...z.partial(z.object(fields)).shape,
  /**
   * `replace`: creates a new secret; the old one stays valid for 24 hours. Again within that time:
   * the old one stays valid for 24 hours from now, and the secret in between is invalid. `keep-old`:
   * extends the old one to 24 hours from now. `end-old`: invalidates the old one.
   */
  secret: z.optional(z.enum(['replace', 'keep-old', 'end-old'])),
});

export type WebhookPatch = z.output<typeof webhookPatch>;

/** A webhook in the admin API. Its secret is never sent again. */
export const webhook = z.object({
  id: z.string(),
  name: fields.name,
  url: z.string(),
  format: fields.format,
  events: z.array(z.enum(webhookEvents)),
  isActive: z.boolean(),
  /** Until when the replaced secret is valid, too. */
  previousSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Whether each of the last 20 attempts arrived, oldest first. */
  recent: z.array(z.boolean()),
  lastAttemptAt: z.nullable(z.string()),
  /** The first of the attempts that all failed since; null when the last one arrived. */
  failingSince: z.nullable(z.string()),
});

export type Webhook = z.output<typeof webhook>;

/** A webhook with its secret, which is sent only when it was just created or replaced. */
export const webhookWithSecret = z.object({ ...webhook.shape, secret: z.nullable(z.string()) });

export type WebhookWithSecret = z.output<typeof webhookWithSecret>;

/** An attempt to reach a webhook. */
export const webhookAttempt = z.object({
  id: z.string(),
  /** Null for a test. */
  deliveryId: z.nullable(z.string()),
  leadId: z.nullable(z.string()),
  event: z.enum(webhookEvents),
  /** The subject, such as "New lead, Halden Skin Studios". */
  summary: z.string(),
  /** The body that was sent. */
  body: z.string(),
  isOk: z.boolean(),
  /** The response's HTTP status; null when there was none. */
  status: z.nullable(z.number()),
  /** The start of the response, or why there was none. */
  answer: z.string(),
  tookMs: z.number(),
  createdAt: z.string(),
  /** State of the delivery, and when it is tried again. Null for a test or a deleted delivery. */
  deliveryStatus: z.nullable(z.enum(['pending', 'sent', 'failed', 'off'])),
  nextAttemptAt: z.nullable(z.string()),
});

export type WebhookAttempt = z.output<typeof webhookAttempt>;
