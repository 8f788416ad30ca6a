import { z } from '../../../lib/schema';
import { emptyLeadValues, type LeadValues, leadLimits } from '../lead-form-options';

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
  key: z.string().check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/)),
  pending: z.nullable(z.string()),
});

/** An inquiry that has not been sent yet. */
export interface Draft {
  values: LeadValues;
  /** Sent as `Idempotency-Key`. */
  key: string;
  /** Content sent with this key without a clear rejection: the server may have stored it. */
  pending: string | null;
}

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
    const { version: _, ...draft } = draftSchema.parse(JSON.parse(text));
    return draft;
  } catch {
    return null;
  }
}

/**
 * Records an attempt to send `content`. The same content reuses the key, so it is stored once. If
 * other content may already be stored under the key, the draft gets a new one.
 */
export function withAttempt(draft: Draft, content: string, createKey: () => string): Draft {
  const isEdited = draft.pending !== null && draft.pending !== content;
  return { ...draft, key: isEdited ? createKey() : draft.key, pending: content };
}

/** Returns the draft after the server rejected the request with `key`. */
export const withRejection = (draft: Draft, key: string): Draft =>
  draft.key === key ? { ...draft, pending: null } : draft;

/**
 * Returns the draft with a new key, after the server reported that `key` belongs to another
 * inquiry.
 */
export const withNewKey = (draft: Draft, key: string, createKey: () => string): Draft =>
  draft.key === key ? { ...draft, key: createKey(), pending: null } : draft;
