import { z } from '../../lib/schema';
import {
  type Attribution,
  campaignParameters,
  maxTouchChars,
  type Touch,
} from './attribution/touch';

/** One line without control characters; what is longer did not come from us. */
const singleLineText = (max: number) =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}\u2028\u2029]+$/u, 'Invalid'));

/** A moment as `toISOString` writes it. */
const isoDateTime = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'Invalid'));

const touch = z.strictObject({
  at: isoDateTime,
  landing: z.optional(singleLineText(maxTouchChars.path).check(z.regex(/^\//, 'Invalid'))),
  referrer: z.optional(singleLineText(maxTouchChars.host)),
  campaign: z.optional(
    z.partialRecord(z.enum(campaignParameters), singleLineText(maxTouchChars.value)),
  ),
}) satisfies z.ZodMiniType<Touch>;

/** Where a lead came from, as the browser says it. Nothing but this shape, and every text bounded. */
export const attribution = z.strictObject({
  first: touch,
  last: touch,
}) satisfies z.ZodMiniType<Attribution>;

/**
 * What the visitor agreed to when the lead was sent, with the names by which the platforms know this
 * browser: the server's own delivery needs them, and they are sent with the visitor's yes alone.
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
  /** Asked for by Meta beside its cookies. */
  userAgent: z.optional(singleLineText(500)),
});

export type LeadConsent = z.output<typeof leadConsent>;

/** What a lead's platforms may be told of by the server: those that know the browser by its yes. */
export const getConsentedDeliveries = (consent: LeadConsent | null) => ({
  analytics: Boolean(consent?.analytics && consent.gaClientId),
  advertising: Boolean(consent?.advertising && consent.userAgent && (consent.fbp || consent.fbc)),
});

const parseJson = <T>(schema: z.ZodMiniType<T>, text: string | null | undefined): T | null => {
  if (!text) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

/** Where a lead came from, out of a form's field or a store; null when it is not ours. */
export const parseAttribution = (text: string | null | undefined): Attribution | null =>
  parseJson(attribution, text);

/** A lead's consent, out of a form's field; null when there is none. */
export const parseLeadConsent = (text: string | null | undefined): LeadConsent | null =>
  parseJson(leadConsent, text);
