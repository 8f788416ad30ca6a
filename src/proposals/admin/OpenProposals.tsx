import { Link } from 'wouter';
import { useNow } from '../../leads/admin/format-due';
import { buildLeadPath } from '../../leads/admin/table/lead-filter';
import { FirstItems } from '../../leads/admin/today/FollowUps';
import * as styles from '../../leads/admin/today/Today.module.css';
import { type OpenWriting, ReachButtons, useWriteDialogs } from '../../leads/admin/today/Waiting';
import { formatMonthDay, formatShortDay } from '../../lib/time/format-date';
import * as adminStyles from '../../ui/styles/admin.module.css';
import type { OpenProposal } from '../contract';
import { formatProposalName } from '../proposal';

/** How many proposals are listed until the owner asks for all. */
const maxListed = 5;

const formatDay = (day: string) => formatMonthDay(new Date(day), 'UTC');

/** Questions first, then the proposals that end soon, then the others. */
const rank = ({ question, isExpiring }: OpenProposal) => (question ? 0 : isExpiring ? 1 : 2);

/** Proposals that wait for an answer: the owner's to a question, or the client's. */
export function OpenProposals({ proposals }: { proposals: readonly OpenProposal[] }) {
  const writing = useWriteDialogs();
  return (
    <>
      {proposals.length > 0 && (
        <section aria-labelledby="proposals-heading">
          <div className={adminStyles.sectionTitle}>
            <h3 id="proposals-heading">Proposals</h3>
            <small>waiting for an answer</small>
          </div>
          <FirstItems
            items={proposals.toSorted((a, b) => rank(a) - rank(b))}
            max={maxListed}
            allLabel={`All ${proposals.length} proposals`}
          >
            {(listed) => (
              <ul>
                {listed.map((proposal) => (
                  <ProposalRow key={proposal.id} proposal={proposal} onWrite={writing.open} />
                ))}
              </ul>
            )}
          </FirstItems>
        </section>
      )}
      {writing.dialog}
    </>
  );
}

/** Says what a proposal waits for. */
function describeWaiting({ question, status, isExpiring, validUntil }: OpenProposal) {
  const day = formatDay(validUntil);
  if (question?.topic === 'renewal') return <b>Asks for a new proposal.</b>;
  if (question) {
    return (
      <>
        <b>Question:</b> {question.text}
      </>
    );
  }
  if (status === 'expired') return `Expired on ${day}, without an answer`;
  return isExpiring ? <b>Ends on {day}</b> : `Valid until ${day}`;
}

interface RowProps {
  proposal: OpenProposal;
  onWrite: OpenWriting;
}

function ProposalRow({ proposal, onWrite }: RowProps) {
  const { number, leadId, companyName, sentAt } = proposal;
  const now = useNow();
  const sent = sentAt && `, sent ${formatShortDay(new Date(sentAt), now)}`;
  return (
    <li className={styles.row}>
      <p className={styles.who}>
        <Link href={buildLeadPath(leadId)}>{companyName}</Link>
        <small>
          {formatProposalName(number)}
          {sent}
        </small>
      </p>
      <span className={styles.words}>{describeWaiting(proposal)}</span>
      <ReachButtons lead={{ ...proposal, id: leadId, status: 'proposal_sent' }} onWrite={onWrite} />
    </li>
  );
}
