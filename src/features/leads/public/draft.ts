import { z } from '../../../lib/schema';
import { emptyLeadValues, type LeadValues, leadLimits } from '../lead-form-options';

/** Longer than any value that was typed by a person; what is longer did not come from us. */
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

/** An enquiry that was begun and not sent yet. */
export interface Draft {
  values: LeadValues;
  /** Sent as `Idempotency-Key`. */
  key: string;
  /** What was sent under this key without a clear refusal: the server may have stored it. */
  pending: string | null;
}

/** A draft of nothing yet. */
export const createDraft = (createKey: () => string): Draft => ({
  values: emptyLeadValues,
  key: createKey(),
  pending: null,
});

/** A draft as the text that is kept. */
export const serializeDraft = (draft: Draft): string => JSON.stringify({ version: 1, ...draft });

/** Reads a kept draft; null when there is none, or it is not one of ours. */
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
 * The draft with an attempt at sending `content`. The same content goes under the same key again: it
 * is stored once. Another content than the one that may be stored is a new enquiry.
 */
export function withAttempt(draft: Draft, content: string, createKey: () => string): Draft {
  const isEdited = draft.pending !== null && draft.pending !== content;
  return { ...draft, key: isEdited ? createKey() : draft.key, pending: content };
}

/** The draft after the server clearly did not store what was sent under `key`. */
export const withRejection = (draft: Draft, key: string): Draft =>
  draft.key === key ? { ...draft, pending: null } : draft;

/** The draft after the server said that `key` stands for another enquiry. */
export const withNewKey = (draft: Draft, key: string, createKey: () => string): Draft =>
  draft.key === key ? { ...draft, key: createKey(), pending: null } : draft;
