import type { AuditEntry } from '../../../foundation/audit/contract';
import { formatPaymentHistory, paymentAuditSubject } from '../../payments/history';
import { formatCallHistory } from '../../scheduling/admin/booking-labels';
import { callAuditSubject } from '../../scheduling/history';

/** Describes a payment or call event in a lead's history. Undefined for changes of the lead itself. */
export function describeTimelineEvent({ subject, after }: AuditEntry): string | undefined {
  if (subject === paymentAuditSubject) return formatPaymentHistory(after) ?? 'Payment changed';
  if (subject === callAuditSubject) return formatCallHistory(after) ?? 'Call changed';
  return undefined;
}
