import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import { createLeadActions } from '../../leads/lead-mail.server';
import { formatMoney } from '../../lib/format-number';
import { formatProposalName } from '../proposal';
import { createProposalFacts, readForMessage } from '../proposal-mail.server';

/** Notifies the owner that a proposal was accepted. */
export default defineOwnerMail({
  kind: 'proposal-notification',
  label: 'Email about the accepted proposal',
  on: 'proposal-accepted',
  about: 'proposals',
  async write({ proposalId }, context) {
    const found = await readForMessage(context, proposalId);
    if ('notSent' in found) return found;
    const { row, content } = found;
    const chosen = content.package;
    return {
      replyTo: { name: row.contactName, address: row.email },
      subject: `Accepted: ${formatProposalName(row.number)}, ${row.companyName}`,
      content: {
        title: `${row.companyName} accepted your proposal`,
        preheader: `${formatProposalName(row.number)}, accepted by ${row.acceptedBy}.`,
        blocks: [
          `${row.acceptedBy} accepted ${formatProposalName(row.number).toLowerCase()}.`,
          ...(chosen
            ? [
                {
                  kind: 'total' as const,
                  text: formatMoney(chosen.amount / 100),
                  note: chosen.name,
                },
              ]
            : []),
          createLeadActions(context.environment, { id: row.currentLeadId, phone: row.phone }),
          ...createProposalFacts(content),
        ],
      },
    };
  },
});
