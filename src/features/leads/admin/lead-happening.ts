import type { AuditEntry } from '../../audit/audit-entry';
import { paymentSubject, paymentWords } from '../../payments/payment-history';
import { callWords } from '../../scheduling/admin/booking-words';
import { callSubject } from '../../scheduling/call-history';

/** What a lead's history says of a payment or a call; undefined for a change of the lead itself. */
export function leadHappening({ subject, after }: AuditEntry): string | undefined {
  if (subject === paymentSubject) return paymentWords(after) ?? 'Something about a payment';
  if (subject === callSubject) return callWords(after) ?? 'Something about a call';
  return undefined;
}
