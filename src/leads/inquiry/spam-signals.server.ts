import type { LeadInput, SpamReason, SpamSignals } from '../contract';
import { isSpamText } from './spam-text';

/**
 * Minimum times to fill in the form. Nobody fills in the three steps by hand in less than `byHand`.
 * Autofill is fast, too: below `withLink`, only text with a link looks like spam.
 */
const minFillTimeMs = { byHand: 400, withLink: 3_000 } as const;

const hasLink = (text: string | null) => text !== null && /https?:\/\/|www\.|<a\s/i.test(text);

/** Returns why an inquiry looks like spam; null when it doesn't. It is stored in both cases. */
export function findSpamReason(
  { website, tookMs }: SpamSignals,
  { message, companyName, contactName }: Pick<LeadInput, 'message' | 'companyName' | 'contactName'>,
  isFrequentSender: boolean,
): SpamReason | null {
  if (website?.trim()) return 'hidden-field';
  if (tookMs !== undefined && tookMs < minFillTimeMs.byHand) return 'too-fast';
  const hasLinks = [message, companyName, contactName].some(hasLink);
  if (tookMs !== undefined && tookMs < minFillTimeMs.withLink && hasLinks) return 'too-fast';
  if (isSpamText({ message, companyName, contactName })) return 'text';
  return isFrequentSender ? 'too-many' : null;
}
