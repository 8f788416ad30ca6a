import { createClientRateLimit } from '../../http/rate-limits.server';
import type { LeadInput, SpamSignals } from '../contract';
import type { LeadRoutesContext } from '../hooks.server';
import { findSpamReason } from './spam';
import { createInquiryStore } from './store-inquiry.server';

/**
 * Maximum number of inquiries per address within ten minutes before further ones are marked as
 * spam. A whole office behind one address sends fewer. Above the limits below, for the same ten
 * minutes, they are rejected with 429.
 */
const maxUnflagged = 10;
const limits = {
  name: 'inquiries',
  maxPerAddress: 30,
  maxPerNetwork: 120,
  subject: 'Too many inquiries',
};

export interface SubmittedInquiry {
  input: LeadInput;
  signals: SpamSignals;
  /** Idempotency key: a repeated request stores nothing and gets the first one's lead. */
  key: string | undefined;
  /** The sender's address, for the rate limit. */
  ip: string;
}

/**
 * Creates the rate limit of inquiries, which all processes of the database share, and the function
 * that admits an inquiry, marks it when it looks like spam, and stores it.
 */
export function createInquirySubmission(context: LeadRoutesContext) {
  const storeInquiry = createInquiryStore(context);

  /** Counts an inquiry. @throws AppError too_many_requests */
  const admitInquiry = createClientRateLimit(context.db, limits);

  async function submitInquiry({ input, signals, key, ip }: SubmittedInquiry): Promise<string> {
    const isFrequentSender = (await admitInquiry(ip)) > maxUnflagged;
    return storeInquiry({
      input,
      key,
      spamReason: findSpamReason(signals, input, isFrequentSender),
    });
  }

  return { admitInquiry, submitInquiry };
}
