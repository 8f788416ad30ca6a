import { isTime, parseJson, z } from '../lib/schema';
import {
  type Attribution,
  campaignParameters,
  maxTouchChars,
  type Touch,
} from './attribution/touch';

/** One line without control characters. Our own pages never send longer values. */
const singleLineText = (max: number) =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}\u2028\u2029]+$/u, 'Invalid'));

/** A timestamp in the format of `toISOString`. */
const isoDateTime = z
  .string()
  .check(z.regex(/:\d\d\.\d{3}Z$/, 'Invalid'), z.refine(isTime, 'Invalid'));

const touch = z.strictObject({
  at: isoDateTime,
  landing: z.optional(singleLineText(maxTouchChars.path).check(z.regex(/^\//, 'Invalid'))),
  referrer: z.optional(singleLineText(maxTouchChars.host)),
  campaign: z.optional(
    z.partialRecord(z.enum(campaignParameters), singleLineText(maxTouchChars.value)),
  ),
}) satisfies z.ZodMiniType<Touch>;

/** Attribution as the browser sends it: no unknown fields, and all lengths limited. */
export const attribution = z.strictObject({
  first: touch,
  last: touch,
}) satisfies z.ZodMiniType<Attribution>;

/** Attribution in a request. An invalid one is dropped rather than blocking the request. */
export const lenientAttribution = z.catch(z._default(z.nullable(attribution), null), null);

/**
 * The visitor's consent when the lead was sent, with the platforms' IDs of this browser. The server
 * needs the IDs to report conversions. They are sent only with consent.
 */
export const leadConsent = z.strictObject({
  analytics: z.boolean(),
  advertising: z.boolean(),
  at: isoDateTime,
  gaClientId: z.optional(z.string().check(z.regex(/^\d{1,20}\.\d{1,20}$/, 'Invalid'))),
  gaSessionId: z.optional(z.string().check(z.regex(/^\d{1,20}$/, 'Invalid'))),
  fbp: z.optional(z.string().check(z.regex(/^fb\.\d\.\d{1,20}\.\d{1,30}$/, 'Invalid'))),
  fbc: z.optional(
    z.string().check(z.maxLength(300), z.regex(/^fb\.\d\.\d{1,20}\.[\w.-]+$/, 'Invalid')),
  ),
  /** Meta requires it with its cookies. */
  userAgent: z.optional(singleLineText(500)),
});

export type LeadConsent = z.output<typeof leadConsent>;

/** Returns which conversions the server may send. Each needs consent and an ID of the platform. */
export const getConsentedDeliveries = (consent: LeadConsent | null) => ({
  analytics: Boolean(consent?.analytics && consent.gaClientId),
  advertising: Boolean(consent?.advertising && consent.userAgent && (consent.fbp || consent.fbc)),
});

/** Parses an attribution from a form field or column; null when it is invalid. */
export const parseAttribution = (text: string | null | undefined): Attribution | null =>
  parseJson(attribution, text);

/** Parses a consent from a form field or column; null when there is none. */
export const parseLeadConsent = (text: string | null | undefined): LeadConsent | null =>
  parseJson(leadConsent, text);
