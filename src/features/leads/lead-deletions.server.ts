import { laterThan } from '../../lib/later-than.server';
import type { AuditRecord } from '../audit/audit-store.server';

/**
 * That leads were deleted, to be written down with it. Nothing of what they said is kept, nor of
 * who said it.
 */
export const leadDeletions = (
  leads: readonly { id: string; updatedAt: string }[],
  userId: string | null,
): AuditRecord[] =>
  leads.map(({ id, updatedAt }) => ({
    subject: 'leads',
    itemId: id,
    action: 'deleted',
    at: laterThan(updatedAt),
    userId,
  }));
