import type { LeadInput, SpamReason } from './contract';

/** What a form sends besides what was typed; other clients send none of it, and are not suspect for that. */
export interface SpamSignals {
  /** Value of the honeypot field. */
  website?: string | undefined;
  /** Milliseconds from opening the form to sending it. */
  tookMs?: number | undefined;
}

/**
 * Milliseconds. No hand sends three answers sooner than `hand`. A browser that fills them in by
 * itself is quick, too: below `thought`, only a text with a link in it is suspect.
 */
const minFillTimeMs = { byHand: 400, withLink: 3_000 } as const;

const hasLink = (text: string | null) => text !== null && /https?:\/\/|www\.|<a\s/i.test(text);

/** Why an enquiry looks as if no person had sent it; null when it does not. Each is stored alike. */
export function findSpamReason(
  { website, tookMs }: SpamSignals,
  { message, companyName, contactName }: Pick<LeadInput, 'message' | 'companyName' | 'contactName'>,
  isFrequentSender: boolean,
): SpamReason | null {
  if (website?.trim()) return 'hidden-field';
  if (tookMs !== undefined && tookMs < minFillTimeMs.byHand) return 'too-fast';
  const hasLinks = [message, companyName, contactName].some(hasLink);
  if (tookMs !== undefined && tookMs < minFillTimeMs.withLink && hasLinks) return 'too-fast';
  return isFrequentSender ? 'too-many' : null;
}
