import { senderLimit } from '../../lib/sender-limit.server';

/**
 * Enquiries within ten minutes. A whole office behind one address sends fewer than `suspect`; from there
 * on they are marked, and from `address` or `network` on refused, honestly, until the time is over.
 */
const limits = { suspect: 10, address: 30, network: 120 } as const;

/** Counts enquiries by where they come from. */
export function enquiryLimit(now: () => number = Date.now) {
  const count = senderLimit({ ...limits, what: 'Many enquiries' }, now);

  /**
   * Counts an enquiry.
   * @returns whether its sender has sent suspiciously many
   * @throws AppError too_many_requests
   */
  return (ip: string): { isMany: boolean } => ({ isMany: count(ip) > limits.suspect });
}

export type EnquiryLimit = ReturnType<typeof enquiryLimit>;
