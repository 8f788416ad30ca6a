import type { AuditEntry } from '../../../foundation/audit/contract';
import { formatPaymentHistory, paymentAuditSubject } from '../../payments/history';
import { formatCallHistory } from '../../scheduling/admin/booking-labels';
import { callAuditSubject } from '../../scheduling/history';

/** What a lead's history says of a payment or a call; undefined for a change of the lead itself. */
export function describeTimelineEvent({ subject, after }: AuditEntry): string | undefined {
  if (subject === paymentAuditSubject) return formatPaymentHistory(after) ?? 'Payment changed';
  if (subject === callAuditSubject) return formatCallHistory(after) ?? 'Call changed';
  return undefined;
}
