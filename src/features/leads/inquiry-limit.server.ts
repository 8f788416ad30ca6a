import type { Database } from '../../db/database.server';
import { createClientRateLimit } from '../../http/client-rate-limit.server';

/**
 * Inquiries within ten minutes. A whole office behind one address sends fewer than this; from there on they
 * are marked, and from the limits below on refused, honestly, until the time is over.
 */
const maxUnflagged = 10;
const limits = {
  name: 'inquiries',
  maxPerAddress: 30,
  maxPerNetwork: 120,
  subject: 'Too many inquiries',
};

/** Counts inquiries by where they come from, for all processes of the database. */
export function createInquiryLimit(db: Database) {
  const count = createClientRateLimit(db, limits);

  /**
   * Counts an inquiry.
   * @returns whether its sender has sent suspiciously many
   * @throws AppError too_many_requests
   */
  return async (ip: string): Promise<{ isFrequentSender: boolean }> => ({
    isFrequentSender: (await count(ip)) > maxUnflagged,
  });
}

export type InquiryLimit = ReturnType<typeof createInquiryLimit>;
