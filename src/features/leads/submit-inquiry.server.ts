import type { LeadInput } from './contract';
import type { InquiryLimit } from './inquiry-limit.server';
import { findSpamReason, type SpamSignals } from './spam-signals.server';
import type { LeadStore } from './store.server';

interface Inquiry {
  input: LeadInput;
  signals: SpamSignals;
  /** Idempotency key: a repeated request stores nothing and gets the first one's lead. */
  key: string | undefined;
  /** The sender's address, for the rate limit. */
  ip: string;
}

/** Stores an inquiry, and marks it when it looks like spam. @returns the lead's id */
export type SubmitInquiry = (inquiry: Inquiry) => Promise<string>;

export const createInquirySubmission =
  (store: Pick<LeadStore, 'create'>, admitInquiry: InquiryLimit): SubmitInquiry =>
  async ({ input, signals, key, ip }) => {
    const { isFrequentSender } = await admitInquiry(ip);
    return store.create(input, key, findSpamReason(signals, input, isFrequentSender));
  };
