import { normalizeMailbox } from '../../lib/normalize-mailbox.server';
import { DAY, HOUR, MINUTE } from '../../lib/time/durations';
import type { DeliveryContext, NotSent, Postponed } from './delivery.server';

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
): Promise<Postponed | undefined> {
  if (!isFirstTry) return undefined;
  const [hourCount] = await count(['mails to the owner'], HOUR);
  if (!hourCount || hourCount.count <= maxOwnerMails) return undefined;
  const now = Date.now();
  if (startAt !== undefined && Date.parse(startAt) < now + urgentMs) return undefined;
  return {
    postponedUntil: (Math.floor(now / summaryIntervalMs) + 2) * summaryIntervalMs,
    isForSummary: true,
    reason: `you got ${maxOwnerMails} emails within an hour, so this one comes with the next summary`,
  };
}

/** Each topic has its own limit: inquiries in someone's name don't use up emails about calls. */
type MailTopic = 'inquiries' | 'calls';

/** Limits per topic for emails that anyone can trigger, to one mailbox and to one domain. */
const mailboxLimit = { maxPerHour: 5, maxPerDay: 10, recipient: 'this address' };
const domainLimit = { maxPerHour: 30, maxPerDay: 100, recipient: 'this domain' };

/**
 * Providers whose mailboxes belong to unrelated people. All mailboxes of any other domain may
 * belong to one person, who receives every email sent to that domain.
 */
const publicProviders: ReadonlySet<string> = new Set(
  `
    aol.com comcast.net fastmail.com gmail.com gmx.com gmx.de gmx.net hotmail.com icloud.com
    live.com mac.com mail.com mail.ru me.com msn.com outlook.com proton.me protonmail.com qq.com
    web.de yahoo.com yandex.com ymail.com zoho.com
  `.split(/\s+/),
);

/**
 * Reserves an email to an address that a visitor has typed, which may be someone else's. The limits
 * apply per mailbox, in any spelling, and per domain. A retry is already reserved.
 * @returns until when it is postponed, or why it is not sent; undefined if it may be sent
 */
export async function reserveVisitorMail(
  { count, isFirstTry }: Pick<DeliveryContext, 'count' | 'isFirstTry'>,
  email: string,
  topic: MailTopic,
): Promise<NotSent | Postponed | undefined> {
  if (!isFirstTry) return undefined;
  const mailbox = normalizeMailbox(email);
  const domain = mailbox.slice(mailbox.lastIndexOf('@') + 1);
  const limits = [
    { ...mailboxLimit, key: `mails about ${topic} to ${mailbox}` },
    ...(publicProviders.has(domain)
      ? []
      : [{ ...domainLimit, key: `mails about ${topic} to all of ${domain}` }]),
  ];
  const toNotSent = ({ recipient, maxPerDay }: typeof mailboxLimit): NotSent => ({
    notSent: `${recipient} already got ${maxPerDay} emails about ${topic} within a day`,
  });
  // Read the daily counts without incrementing them: an email postponed by the hourly limit must
  // not count toward the day, and must not wait if the day is already full.
  const today = await count.read(limits.map(({ key }) => `${key} in a day`));
  const full = limits.find(({ maxPerDay }, index) => (today[index] ?? 0) >= maxPerDay);
  if (full) return toNotSent(full);
  // Count one limit after the other: an email postponed for its mailbox must not count toward its
  // domain.
  for (const { key, maxPerHour, recipient } of limits) {
    const [hour] = await count([`${key} in an hour`], HOUR);
    if (!hour || hour.count <= maxPerHour) continue;
    return {
      postponedUntil: hour.endsAt,
      reason: `${recipient} already got ${maxPerHour} emails about ${topic} within an hour, so this one comes later`,
    };
  }
  const days = await count(
    limits.map(({ key }) => `${key} in a day`),
    DAY,
  );
  const over = limits.find(({ maxPerDay }, index) => (days[index]?.count ?? 0) > maxPerDay);
  return over && toNotSent(over);
}
