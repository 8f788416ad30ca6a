import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import { formatDayAndTime } from '../../lib/time/format-date';
import { formatProposalName } from '../proposal';
import { createProposalFacts, readForMessage } from '../proposal-mail.server';

/** Confirms to the lead what was accepted. */
export default defineVisitorMail({
  kind: 'proposal-confirmation',
  label: 'Confirmation of the accepted proposal',
  on: 'proposal-accepted',
  async write({ proposalId }, context) {
    const found = await readForMessage(context, proposalId);
    if ('notSent' in found) return found;
    const { row, content, url } = found;
    const { SITE_NAME, owner } = context.environment;
    const at = formatDayAndTime(new Date(row.acceptedAt ?? row.updatedAt), owner.timeZone);
    return {
      to: row.email,
      subject: `${SITE_NAME}: proposal accepted`,
      content: {
        title: 'Thank you. You accepted our proposal.',
        preheader: `${formatProposalName(row.number)}, accepted by ${row.acceptedBy}.`,
        blocks: [
          `${formatProposalName(row.number)} for ${row.companyName} was accepted by ${row.acceptedBy} on ${at}. This is what you agreed to:`,
          ...createProposalFacts(content),
          { kind: 'actions', links: [{ label: 'Open the proposal', url }] },
          'If this wasn’t you, or if anything looks wrong, just reply to this email.',
        ],
      },
    };
  },
});
