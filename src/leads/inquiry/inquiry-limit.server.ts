import type { Database } from '../../db/database.server';
import { createClientRateLimit } from '../../http/client-rate-limit.server';

/**
 * Maximum number of inquiries per address within ten minutes before further ones are marked as
 * spam. A whole office behind one address sends fewer. Above the limits below they are rejected
 * with 429.
 */
const maxUnflagged = 10;
const limits = {
  name: 'inquiries',
  maxPerAddress: 30,
  maxPerNetwork: 120,
  subject: 'Too many inquiries',
};

/** Creates the rate limit of inquiries, shared by all processes of the database. */
export function createInquiryLimit(db: Database) {
  const count = createClientRateLimit(db, limits);

  /**
   * Counts an inquiry.
   * @returns whether its sender has sent so many that it is marked as spam
   * @throws AppError too_many_requests
   */
  return async (ip: string): Promise<{ isFrequentSender: boolean }> => ({
    isFrequentSender: (await count(ip)) > maxUnflagged,
  });
}

export type InquiryLimit = ReturnType<typeof createInquiryLimit>;
