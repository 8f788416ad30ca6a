import { LeadsTab } from '../../features/leads/admin/LeadsTab';
import { LeadPayments } from '../../features/payments/admin/LeadPayments';
import { formatPaymentHistory, paymentAuditSubject } from '../../features/payments/history';
import { formatCallHistory } from '../../features/scheduling/admin/booking-labels';
import { LeadBookings } from '../../features/scheduling/admin/LeadBookings';
import { callAuditSubject } from '../../features/scheduling/history';
import type { AuditEntry } from '../../foundation/audit/contract';

function describeEvent({ subject, after }: AuditEntry): string | undefined {
  if (subject === paymentAuditSubject) return formatPaymentHistory(after);
  if (subject === callAuditSubject) return formatCallHistory(after);
  return undefined;
}

/** The leads, each with its payments and calls. */
export function LeadsView() {
  return (
    <LeadsTab
      describeEvent={describeEvent}
      renderPanels={(leadId, onStatus) => (
        <>
          <LeadPayments id={leadId} />
          <LeadBookings id={leadId} onStatus={onStatus} />
        </>
      )}
    />
  );
}
