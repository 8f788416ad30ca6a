import { formatHours, joinWords } from '../cover/plan-words';
import type { DeliveryContext, NotSent } from '../foundation/outbox/delivery.server';
import type { MailBlock } from '../foundation/outbox/mail-content.server';
import { formatMoney } from '../lib/format-number';
import { formatDay } from '../lib/time/format-date';
import type { ProposalContent } from './contract';
import { buildProposalPath } from './proposal';
import { findProposal, readContent } from './table.server';
import { createProposalToken } from './tokens.server';

/** Shown to the owner for a delivery whose proposal is gone. */
export const proposalDeleted: NotSent = { notSent: 'the proposal was deleted' };

/** Formats a date as "Wednesday, April 1". */
export const formatProposalDay = (day: string): string => formatDay(new Date(day), 'UTC');

/** Loads a proposal for a message about it, or says why there is none any more. */
export async function readForMessage(
  { db, environment }: Pick<DeliveryContext, 'db' | 'environment'>,
  proposalId: string,
) {
  const row = await findProposal(db, 'id', proposalId);
  if (!row) return proposalDeleted;
  const url = environment.SITE_URL + buildProposalPath(await createProposalToken(db, row));
  return { row, content: readContent(row), url };
}

/** Returns the rows of what a proposal says that have a value. */
export function createProposalFacts({
  answer,
  people,
  package: chosen,
  lines,
  earliestStart,
}: ProposalContent): MailBlock[] {
  const { coveredMinutes = 0, requestedMinutes = 0 } = answer ?? {};
  const hours = `${coveredMinutes / 60} of ${formatHours(requestedMinutes)} a week`;
  const rows = [
    ...(requestedMinutes > 0 ? [{ label: 'Covered', text: hours }] : []),
    ...(people.length > 0
      ? [{ label: 'People', text: joinWords(people.map(({ name }) => name)) }]
      : []),
    ...(chosen
      ? [{ label: chosen.name, text: `${formatMoney(chosen.amount / 100)}, one-time` }]
      : []),
    ...lines.map(({ text, price }) => ({ label: text, text: price })),
    ...(earliestStart ? [{ label: 'Earliest start', text: formatProposalDay(earliestStart) }] : []),
  ];
  return rows.length > 0 ? [{ kind: 'facts', title: 'The proposal', rows }] : [];
}
