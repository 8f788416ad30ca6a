import { lazy, Suspense, useState } from 'react';
import { listAssignedIds } from '../../cover/answer';
import { getFirstName } from '../../cover/public/sheet-words';
import { usePlanAnswer, useProjectManagers } from '../../leads/admin/queries';
import type { LeadDetail } from '../../leads/detail-contract';
import { loadCode } from '../../lib/browser/release-reload';
import { formatMoney } from '../../lib/format-number';
import { formatMonthDay, formatRecentDateTime } from '../../lib/time/format-date';
import { Button, getButtonClass } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { Skeleton } from '../../ui/QueryState';
import * as adminStyles from '../../ui/styles/admin.module.css';
import type { AdminProposal } from '../contract';
import { formatProposalName } from '../proposal';
import { createValues } from './proposal-values';
import * as styles from './proposals.module.css';
import { useDeleteProposal, useLeadProposals, useWithdrawProposal } from './queries';
import { SendDialog } from './SendDialog';

/** Loaded on demand: most leads have no plan and no proposal. */
const LeadPlan = lazy(() => loadCode(() => import('../../leads/admin/lead-page/LeadPlan')));
const ProposalEditor = lazy(() =>
  loadCode(async () => ({ default: (await import('./ProposalEditor')).ProposalEditor })),
);

interface Props {
  lead: LeadDetail;
  /** A new proposal is being written. */
  isWriting: boolean;
  onWritingChange: (isWriting: boolean) => void;
}

/** The plan that came with a lead, and the proposals that the owner wrote for it. */
export function LeadProposals({ lead, isWriting, onWritingChange }: Props) {
  const proposals = useLeadProposals(lead.id);
  const [edited, setEdited] = useState<AdminProposal>();
  const [talentIds, setTalentIds] = useState<readonly string[]>();
  const isEditing = isWriting || edited !== undefined;
  const { data: managers = [], isLoading: awaitsManagers } = useProjectManagers();
  const { data: answer, isLoading: awaitsAnswer } = usePlanAnswer(lead.plan);
  const chosenIds = talentIds ?? (answer ? listAssignedIds(answer) : []);
  const fromName = managers.find(({ id }) => id === lead.assignedPmId)?.name;
  /** The form would keep the values that it starts with. */
  const awaitsValues = !edited && (awaitsManagers || awaitsAnswer);

  function close() {
    setEdited(undefined);
    onWritingChange(false);
  }

  return (
    <ErrorBoundary name="The proposals">
      <Suspense fallback={<Skeleton label="Loading plan..." count={3} />}>
        <div tabIndex={-1}>
          {isEditing && awaitsValues && <Skeleton label="Loading proposal..." count={3} />}
          {isEditing && !awaitsValues && (
            <ProposalEditor
              key={edited?.id}
              lead={lead}
              proposal={edited}
              initial={createValues({ lead, talentIds: chosenIds, fromName })}
              renderPlan={({ plan, talentIds: ids }, set) =>
                plan && (
                  <LeadPlan
                    lead={lead}
                    plan={plan}
                    choice={{ ids, onChange: (next) => set({ talentIds: next }) }}
                  />
                )
              }
              onClose={close}
            />
          )}
          {!isEditing && lead.plan && (
            <LeadPlan
              lead={lead}
              plan={lead.plan}
              choice={{ ids: talentIds, onChange: setTalentIds }}
              actions={
                lead.deletedAt === null && (
                  <Button variant="secondary" onClick={() => onWritingChange(true)}>
                    Write the proposal
                  </Button>
                )
              }
            />
          )}
          {!isEditing && proposals.length > 0 && (
            <section
              className={styles.proposals}
              id="proposals"
              aria-labelledby="proposals-heading"
            >
              <div className={adminStyles.sectionTitle}>
                <h2 id="proposals-heading">{proposals.length > 1 ? 'Proposals' : 'Proposal'}</h2>
              </div>
              <ul className={styles.list}>
                {proposals.map((proposal) => (
                  <ProposalRow
                    key={proposal.id}
                    lead={lead}
                    proposal={proposal}
                    onEdit={() => setEdited(proposal)}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
      </Suspense>
    </ErrorBoundary>
  );
}

const formatDay = (day: string) => formatMonthDay(new Date(day), 'UTC');

/** Says what has become of a proposal: "Sent by email, Mar 18, 9:12 am. Valid until April 1." */
function describeState(proposal: AdminProposal): string {
  const { status, sentAt, sentBy, acceptedAt, acceptedBy, paidAmount, updatedAt } = proposal;
  const sent = sentAt
    ? `Sent ${sentBy === 'mail' ? 'by email' : 'as a link'}, ${formatRecentDateTime(sentAt)}. `
    : '';
  switch (status) {
    case 'draft':
      return `Draft, saved ${formatRecentDateTime(updatedAt)}.`;
    case 'open':
      return `${sent}Valid until ${formatDay(proposal.validUntil)}.`;
    case 'expired':
      return `${sent}Expired on ${formatDay(proposal.validUntil)}.`;
    case 'withdrawn':
      return 'Withdrawn.';
    case 'accepted': {
      const by = acceptedBy ? ` by ${acceptedBy}` : '';
      const at = acceptedAt ? `, ${formatRecentDateTime(acceptedAt)}` : '';
      const paid =
        paidAmount !== null
          ? ` ${formatMoney(paidAmount / 100)} paid.`
          : proposal.package
            ? ` ${formatMoney(proposal.package.amount / 100)} not paid yet.`
            : '';
      return `Accepted${by}${at}.${paid}`;
    }
  }
}

interface RowProps {
  lead: LeadDetail;
  proposal: AdminProposal;
  onEdit: () => void;
}

/** A proposal with its state, an open question, and what can be done with it. */
function ProposalRow({ lead, proposal, onEdit }: RowProps) {
  const [dialog, setDialog] = useState<'send' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const { number, status, question, url } = proposal;
  const firstName = getFirstName(lead.contactName);
  const isOpen = lead.deletedAt === null && status !== 'accepted' && status !== 'withdrawn';
  return (
    <li data-status={status}>
      <div>
        <h3>{formatProposalName(number)}</h3>
        <p>{describeState(proposal)}</p>
        {question && (
          <p className={styles.question}>
            <b>{question.topic === 'renewal' ? 'Asks for a new proposal.' : 'Question:'}</b>{' '}
            {question.text}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {isOpen && (
          <>
            <Button variant="secondary" size="touch" onClick={onEdit}>
              Edit
            </Button>
            {status !== 'expired' && (
              <Button variant="secondary" size="touch" onClick={() => setDialog('send')}>
                {status === 'draft' ? 'Send' : 'Send again'}
              </Button>
            )}
          </>
        )}
        <a className={getButtonClass('quiet', 'touch')} href={url} target="_blank" rel="noreferrer">
          {status === 'draft' ? 'Preview' : `Open as ${firstName} sees it`}
        </a>
        {isOpen && (
          <Button variant="quiet" size="touch" onClick={() => setDialog('remove')}>
            {status === 'draft' ? 'Delete' : 'Withdraw'}
          </Button>
        )}
      </div>
      {dialog === 'send' && (
        <SendDialog
          lead={lead}
          proposal={proposal}
          onSent={close}
          // The list shows their version.
          onOutdated={close}
          onClose={close}
        />
      )}
      {dialog === 'remove' && <RemoveDialog lead={lead} proposal={proposal} onClose={close} />}
    </li>
  );
}

interface RemoveProps extends Omit<RowProps, 'onEdit'> {
  onClose: () => void;
}

/** Asks before a draft is deleted, or a proposal that was sent is withdrawn. */
function RemoveDialog({ lead, proposal, onClose }: RemoveProps) {
  const withdraw = useWithdrawProposal();
  const remove = useDeleteProposal();
  const isDraft = proposal.status === 'draft';
  const isBusy = withdraw.isPending || remove.isPending;
  const [verb, progress] = isDraft ? ['Delete', 'Deleting...'] : ['Withdraw', 'Withdrawing...'];

  function confirm() {
    if (isDraft) remove.mutate(proposal, { onSettled: onClose });
    else withdraw.mutate(proposal, { onSettled: onClose });
  }

  return (
    <ConfirmDialog
      open
      title={`${verb} ${formatProposalName(proposal.number).toLowerCase()}?`}
      description={
        isDraft
          ? 'This draft is deleted for good. Nobody has seen it.'
          : `The link stays, and tells ${getFirstName(lead.contactName)} that it was withdrawn. You can write a new one.`
      }
      confirmLabel={isBusy ? progress : verb}
      isDanger
      isBusy={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
