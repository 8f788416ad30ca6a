import { HOUR, MINUTE } from '../../lib/time';
import type { DeliveryContext, PutOff } from './delivery.server';

/** Mails to the owner within an hour that go out one by one; what comes beyond waits for a summary. */
export const maxOwnerMails = 20;

/** A held mail waits for the end of the next five minutes: all that are held in the same five share a summary. */
const summaryIntervalMs = 5 * MINUTE;

/** A mail about a call that begins within this time is not held. */
const urgentMs = 3 * HOUR;

/**
 * Counts a mail that is about to be sent to the owner.
 * @param startAt when the call begins that it tells of, as ISO 8601
 * @returns how it is held until the next summary, 5 to 10 minutes later; undefined when it may be sent
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
