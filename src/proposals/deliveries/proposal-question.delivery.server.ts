import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import { reserveOwnerMail } from '../../foundation/outbox/mail-limits.server';
import { createLeadActions } from '../../leads/lead-mail.server';
import { DAY } from '../../lib/time/durations';
import { formatDayAndTime } from '../../lib/time/format-date';
import { formatProposalName, type QuestionTopic } from '../proposal';
import { proposalDeleted, readForMessage } from '../proposal-mail.server';
import { findProposal } from '../table.server';

const labels: Record<QuestionTopic, { subject: string; verb: string }> = {
  question: { subject: 'Question about', verb: 'has a question about' },
  renewal: {
    subject: 'New proposal requested to replace',
    verb: 'asks for a new proposal to replace',
  },
};

/** Notifies the owner of a question about a proposal, or that a new one is wanted. */
export default defineOwnerMail({
  kind: 'proposal-question',
  label: 'Email about the question',
  on: 'proposal-question',
  about: 'proposals',
  async summarize({ proposalId, topic }, { db }) {
    const row = await findProposal(db, 'id', proposalId);
    if (!row) return proposalDeleted;
    const { companyName, number } = row;
    return `${labels[topic].subject} ${formatProposalName(number)}: ${companyName}`;
  },
  async write({ proposalId, topic, text }, context) {
    const found = await readForMessage(context, proposalId);
    if ('notSent' in found) return found;
    const limited = await reserveOwnerMail(context);
    if (limited) return limited;
    const { row } = found;
    const { environment, createdAt } = context;
    const name = formatProposalName(row.number);
    const answerBy = new Date(Date.parse(createdAt) + DAY);
    return {
      replyTo: { name: row.contactName, address: row.email },
      subject: `${labels[topic].subject} ${name}, ${row.companyName}`,
      content: {
        title: `${row.companyName} ${labels[topic].verb} ${name.toLowerCase()}`,
        preheader: text ?? `${row.contactName} would like a new proposal.`,
        blocks: [
          ...(text ? [{ kind: 'quote' as const, text }] : []),
          {
            kind: 'until',
            text: `Answer before ${formatDayAndTime(answerBy, environment.owner.timeZone)}`,
            note: 'Your site promises an answer within 24 hours.',
          },
          createLeadActions(environment, { id: row.currentLeadId, phone: row.phone }),
          `Reply to this email to write to ${row.contactName}.`,
        ],
      },
    };
  },
});
