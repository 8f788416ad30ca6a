import { LeadPage } from '../../features/leads/admin/lead-page/LeadPage';
import type { TimelineEntry } from '../../features/leads/detail-contract';
import { LeadPayments } from '../../features/payments/admin/LeadPayments';
import { formatPaymentHistory } from '../../features/payments/history';
import { formatCallHistory } from '../../features/scheduling/admin/booking-labels';
import { listPlannedCalls } from '../../features/scheduling/admin/call-lists';
import { LeadBookings } from '../../features/scheduling/admin/LeadBookings';
import { NextCall } from '../../features/scheduling/admin/NextCall';
import { useLeadBookings } from '../../features/scheduling/admin/queries';
import { callMinutes } from '../../features/scheduling/call';

function describeEntry({ kind, after }: TimelineEntry): string | undefined {
  if (kind === 'payment') return formatPaymentHistory(after);
  if (kind === 'call') return formatCallHistory(after);
  return undefined;
}

interface Props {
  id: string;
  /** Called with the lead's company when it is loaded. */
  onTitle: (companyName: string) => void;
}

/** The page of one lead, with its payments and calls. */
export function LeadView({ id, onTitle }: Props) {
  const { data: calls = [] } = useLeadBookings(id);
  return (
    <LeadPage
      id={id}
      onTitle={onTitle}
      describeEntry={describeEntry}
      renderNextCall={(now) => <NextCall calls={calls} now={now} />}
      listPlannedCalls={(now) =>
        listPlannedCalls(calls, now).map(({ id, start, meetingUrl }) => ({
          id,
          text: `Discovery call, ${callMinutes} min`,
          dueAt: start,
          meetingUrl,
        }))
      }
      renderPanels={(leadId, isMerged) => (
        <>
          <LeadPayments id={leadId} />
          <LeadBookings id={leadId} canBook={!isMerged} />
        </>
      )}
    />
  );
}
