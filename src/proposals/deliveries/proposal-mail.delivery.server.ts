import { defineVisitorMail } from '../../foundation/outbox/define-mail.server';
import { formatProposalName } from '../proposal';
import { createProposalFacts, formatProposalDay, readForMessage } from '../proposal-mail.server';

/** Sends the link of a proposal to the lead. */
export default defineVisitorMail({
  kind: 'proposal-mail',
  label: 'Proposal by email',
  on: 'proposal-sent',
  isSentOnce: true,
  async write({ proposalId }, context) {
    const found = await readForMessage(context, proposalId);
    if ('notSent' in found) return found;
    const { row, content, url } = found;
    if (row.state === 'withdrawn') return { notSent: 'the proposal was withdrawn' };
    const { SITE_NAME } = context.environment;
    const { note, fromName, validUntil, plan } = content;
    return {
      to: row.email,
      subject: `${SITE_NAME}: your proposal`,
      content: {
        title: 'Your proposal is ready.',
        preheader: `Who covers your hours, from when, and what it costs. Valid until ${formatProposalDay(validUntil)}.`,
        blocks: [
          `${formatProposalName(row.number)} for ${row.companyName}${fromName ? `, from ${fromName}` : ''}. ${plan ? 'The page shows your week, and you can accept the proposal there.' : 'You can accept it on its page.'}`,
          ...(note ? [{ kind: 'personal' as const, text: note, by: fromName ?? SITE_NAME }] : []),
          {
            kind: 'until',
            text: `Valid until ${formatProposalDay(validUntil)}`,
            note: 'After that, people and prices may change.',
          },
          { kind: 'actions', links: [{ label: 'Open the proposal', url }] },
          ...createProposalFacts(content),
          'The link is for you only: anyone with it can accept the proposal. You can also ask questions on the page.',
        ],
      },
    };
  },
});
