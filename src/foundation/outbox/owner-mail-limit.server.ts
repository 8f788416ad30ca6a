import { HOUR, MINUTE } from '../../lib/time';
import type { DeliveryContext, PutOff } from './delivery.server';

/** Maximum single emails to the owner per hour. Further ones wait for a summary. */
export const maxOwnerMails = 20;

/** Held emails wait for the end of the next five minutes, so that they share a summary. */
const summaryIntervalMs = 5 * MINUTE;

/** An email about a call that starts within this time is not held. */
const urgentMs = 3 * HOUR;

/**
 * Counts an email to the owner. @returns until when it is held for a summary; undefined to send it
 * @param startAt the start of the call that it reports, as ISO 8601
 */
export async function reserveOwnerMail(
  { count, isFirstTry }: Pick<DeliveryContext, 'count' | 'isFirstTry'>,
  startAt?: string,
): Promise<PutOff | undefined> {
  if (!isFirstTry) return undefined;
  const [hourCount] = await count(['mails to the owner'], HOUR);
  if (!hourCount || hourCount.count <= maxOwnerMails) return undefined;
  const now = Date.now();
  if (startAt !== undefined && Date.parse(startAt) < now + urgentMs) return undefined;
  return {
    putOffUntil: (Math.floor(now / summaryIntervalMs) + 2) * summaryIntervalMs,
    isForSummary: true,
    reason: `you got ${maxOwnerMails} emails within an hour, so this one comes with the next summary`,
  };
}
