import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { buildLeadUrl } from '../../leads/webhook-message.server';
import { formatMoney } from '../../lib/format-number';
import { formatProposalName } from '../proposal';
import { readForMessage } from '../proposal-mail.server';

/** Sends an accepted proposal to the webhooks, without its link. */
export default defineWebhookDelivery({
  kind: 'proposal-webhook',
  label: 'proposal',
  on: 'proposal-accepted',
  getEvent: () => 'proposal.accepted',
  async read({ proposalId }, context) {
    const found = await readForMessage(context, proposalId);
    if ('notSent' in found) return found;
    const { row, content } = found;
    const { plan, answer, people, package: chosen, lines, earliestStart } = content;
    const url = buildLeadUrl(context.environment, row.currentLeadId);
    return {
      summary: {
        title: `${formatProposalName(row.number)} accepted, ${row.companyName}`,
        lines: [
          `${row.acceptedBy}, ${row.email}`,
          ...(chosen ? [`${chosen.name}, ${formatMoney(chosen.amount / 100)}`] : []),
        ],
        url,
      },
      data: {
        id: row.id,
        number: row.number,
        leadId: row.currentLeadId,
        companyName: row.companyName,
        contactName: row.contactName,
        email: row.email,
        acceptedBy: row.acceptedBy,
        acceptedAt: row.acceptedAt,
        plan,
        coveredMinutes: answer?.coveredMinutes ?? null,
        people: people.map(({ id, name }) => ({ id, name })),
        package: chosen,
        lines,
        earliestStart,
        url,
      },
    };
  },
});
