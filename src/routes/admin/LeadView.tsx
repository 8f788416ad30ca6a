import { LeadPage } from '../../leads/admin/lead-page/LeadPage';
import type { TimelineEntry } from '../../leads/detail-contract';
import { LeadPayments } from '../../payments/admin/LeadPayments';
import { formatPaymentHistory } from '../../payments/history';
import { LeadProposals } from '../../proposals/admin/LeadProposals';
import { formatProposalHistory } from '../../proposals/history';
import { formatCallHistory } from '../../scheduling/admin/call-labels';
import { listPlannedCalls } from '../../scheduling/admin/call-lists';
import { LeadCalls } from '../../scheduling/admin/LeadCalls';
import { NextCall } from '../../scheduling/admin/NextCall';
import { useLeadCalls } from '../../scheduling/admin/queries';
import { callMinutes } from '../../scheduling/call';

function describeEntry({ kind, after }: TimelineEntry): string | undefined {
  if (kind === 'payment') return formatPaymentHistory(after);
  if (kind === 'call') return formatCallHistory(after);
  if (kind === 'proposal') return formatProposalHistory(after);
  return undefined;
}

interface Props {
  id: string;
  /** Called with the lead's company when it is loaded. */
  onTitle: (companyName: string) => void;
}

/** The page of one lead, with its proposals, payments and calls. */
export function LeadView({ id, onTitle }: Props) {
  const { data: calls = [] } = useLeadCalls(id);
  return (
    <LeadPage
      id={id}
      onTitle={onTitle}
      describeEntry={describeEntry}
      renderProposals={(options) => <LeadProposals {...options} />}
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
          <LeadCalls id={leadId} canBook={!isMerged} />
        </>
      )}
    />
  );
}
