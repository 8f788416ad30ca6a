import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format-number';
import { formatDateTime } from '../../lib/time/format-date';
import type { PublicProposal } from '../../proposals/contract';
import { getButtonClass } from '../../ui/Button';
import { FormError } from '../../ui/form/Field';
import * as styles from './Outcome.module.css';
import type { ProposalPageState } from './proposal-state';
import { formatWholeDay } from './proposal-words';

interface Props extends ProposalPageState {
  proposal: PublicProposal;
}

/** What has become of a proposal: accepted, run out, or still a draft. Nothing while it is open. */
export function Outcome({ proposal, path, rejected }: Props) {
  const { status, validUntil, hasOpenQuestion } = proposal;
  if (status === 'accepted') return <Accepted proposal={proposal} />;
  if (status === 'draft') {
    return (
      <Box kind="over" title="This is a draft.">
        Only you can open this page. Your client can as soon as you send the proposal.
      </Box>
    );
  }
  if (status !== 'expired') return null;
  return (
    <Box
      kind="over"
      title={`This proposal was valid until ${formatWholeDay(validUntil)}.`}
      action={
        !hasOpenQuestion && (
          <>
            <FormError message={rejected?.action === 'renewal' ? rejected.message : null} />
            <form method="post" action={path}>
              <input type="hidden" name="action" value="renewal" />
              <button className={getButtonClass('primary', 'touch')} type="submit">
                Ask for a new one
              </button>
            </form>
          </>
        )
      }
    >
      {hasOpenQuestion
        ? 'We have your message, and get back to you.'
        : 'People and prices may have changed. Your sheet is still here.'}
    </Box>
  );
}

function Accepted({ proposal }: { proposal: PublicProposal }) {
  const { acceptedBy, acceptedAt, paidAmount, checkoutUrl, fromName } = proposal;
  const when = acceptedAt ? `, ${formatDateTime(acceptedAt)}` : '';
  return (
    <Box
      kind="done"
      title={`Accepted by ${acceptedBy ?? 'you'}${when}`}
      action={
        checkoutUrl && (
          <a className={getButtonClass('primary', 'touch')} href={checkoutUrl}>
            Pay now
          </a>
        )
      }
    >
      {paidAmount !== null && `${formatMoney(paidAmount / 100)} paid. `}
      {checkoutUrl ? 'The payment is still open. ' : ''}
      {fromName ? `${fromName} will get in touch with you.` : 'We will get in touch with you.'}
    </Box>
  );
}

interface BoxProps {
  kind: 'done' | 'over';
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Box({ kind, title, action, children }: BoxProps) {
  return (
    <div className={styles.box} data-kind={kind} role="status">
      <p>
        <strong>{title}</strong>
        {children}
      </p>
      {action}
    </div>
  );
}
