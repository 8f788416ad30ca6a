import type { Database } from '../../lib/database.server';
import { createSenderLimit } from '../../lib/sender-limit.server';

/**
 * Inquiries within ten minutes. A whole office behind one address sends fewer than this; from there on they
 * are marked, and from the limits below on refused, honestly, until the time is over.
 */
const maxUnsuspected = 10;
const limits = { name: 'inquiries', maxPerAddress: 30, maxPerNetwork: 120, what: 'Many inquiries' };

/** Counts inquiries by where they come from, for all processes of the database. */
export function enquiryLimit(db: Database) {
  const count = createSenderLimit(db, limits);

  /**
   * Counts an inquiry.
   * @returns whether its sender has sent suspiciously many
   * @throws AppError too_many_requests
   */
  return async (ip: string): Promise<{ isMany: boolean }> => ({
    isMany: (await count(ip)) > maxUnsuspected,
  });
}

export type EnquiryLimit = ReturnType<typeof enquiryLimit>;
