import { z } from '../../../lib/schema';
import { emptyLeadValues, leadLimits } from '../inquiry/lead-form-options';

/** Longer than any valid value; longer text was not written by this site. */
const anyText = z.string().check(z.maxLength(2 * leadLimits.message));

const draftSchema = z.object({
  version: z.literal(1),
  values: z.object({
    companyName: anyText,
    contactName: anyText,
    email: anyText,
    phone: anyText,
    industry: anyText,
    numberOfLocations: anyText,
    interestedPackage: anyText,
    message: anyText,
  }),
  /** Sent as `Idempotency-Key`. */
  key: z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/)),
  /** Content sent with this key without a clear rejection: the server may have stored it. */
  pending: z.nullable(z.string()),
});

/** An inquiry that has not been sent yet. */
export type Draft = Omit<z.output<typeof draftSchema>, 'version'>;

export const createDraft = (createKey: () => string): Draft => ({
  values: emptyLeadValues,
  key: createKey(),
  pending: null,
});

export const serializeDraft = (draft: Draft): string => JSON.stringify({ version: 1, ...draft });

/** Parses a stored draft. Null if there is none or it is invalid. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const { version, ...draft } = draftSchema.parse(JSON.parse(text));
    return draft;
  } catch {
    return null;
  }
}
