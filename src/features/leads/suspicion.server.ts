import type { LeadInput, Suspicion } from './lead';

/** What a form sends besides what was typed; other clients send none of it, and are not suspect for that. */
export interface FormSigns {
  /** The field that nobody sees. */
  website?: string | undefined;
  /** Milliseconds from the form's opening to its sending. */
  tookMs?: number | undefined;
}

/**
 * Milliseconds. No hand sends three answers sooner than `hand`. A browser that fills them in by
 * itself is quick, too: below `thought`, only a text with a link in it is suspect.
 */
const quick = { hand: 400, thought: 3_000 } as const;

const hasLink = (text: string | null) => text !== null && /https?:\/\/|www\.|<a\s/i.test(text);

/** Why an enquiry looks as if no person had sent it; null when it does not. Each is stored alike. */
export function suspicionOf(
  { website, tookMs }: FormSigns,
  { message, companyName, contactName }: Pick<LeadInput, 'message' | 'companyName' | 'contactName'>,
  isMany: boolean,
): Suspicion | null {
  if (website?.trim()) return 'hidden-field';
  if (tookMs !== undefined && tookMs < quick.hand) return 'too-fast';
  const linked = [message, companyName, contactName].some(hasLink);
  if (tookMs !== undefined && tookMs < quick.thought && linked) return 'too-fast';
  return isMany ? 'too-many' : null;
}
