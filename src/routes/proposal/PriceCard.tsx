import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format-number';
import type { PublicProposal } from '../../proposals/contract';
import { formatProposalName, proposalLimits } from '../../proposals/proposal';
import { getButtonClass } from '../../ui/Button';
import { FormError } from '../../ui/form/Field';
import { InputField, TextareaField } from '../../ui/form/fields';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './PriceCard.module.css';
import type { ProposalAction, ProposalPageState } from './proposal-state';
import { formatWholeDay } from './proposal-words';

interface Props extends ProposalPageState {
  proposal: PublicProposal;
}

/** The price of a proposal, with the forms that accept it and ask about it. */
export function PriceCard(props: Props) {
  const { proposal } = props;
  const { number, status, lines, dueToday, validUntil } = proposal;
  const shared = lines.filter(({ talentId }) => talentId === null);
  return (
    <aside className={styles.card} id="price" aria-label="Price">
      <p className={styles.title}>
        <span>{proposal.package?.name ?? formatProposalName(number)}</span>
        <span>
          {status === 'accepted' ? 'accepted' : `valid until ${formatWholeDay(validUntil)}`}
        </span>
      </p>
      <div className={styles.body}>
        <dl>
          {proposal.package && (
            <Line
              name={proposal.package.name}
              note="one-time"
              price={formatMoney(proposal.package.amount / 100)}
            />
          )}
          {shared.map(({ text, price }) => (
            <Line key={text} name={text} price={price} />
          ))}
          {dueToday !== null && status !== 'accepted' && (
            <div className={styles.due}>
              <dt>Due today</dt>
              <dd>{formatMoney(dueToday / 100)}</dd>
            </div>
          )}
        </dl>
        {status === 'open' && <AcceptForm {...props} />}
        {status !== 'draft' && <QuestionForm {...props} />}
      </div>
    </aside>
  );
}

function Line({ name, note, price }: { name: string; note?: string; price: string }) {
  return (
    <div>
      <dt>
        {name}
        {note && <small>{note}</small>}
      </dt>
      <dd>{price}</dd>
    </div>
  );
}

interface FormProps extends Pick<Props, 'path' | 'rejected'> {
  action: ProposalAction;
  children: (typed: string | undefined, error: string | undefined) => ReactNode;
}

/** A plain form, which comes back with what was typed if it is rejected. */
function PlainForm({ action, path, rejected, children }: FormProps) {
  const own = rejected?.action === action ? rejected : undefined;
  return (
    <form className={styles.form} method="post" action={path}>
      <input type="hidden" name="action" value={action} />
      <FormError message={own?.message} />
      {children(own?.typed, own?.message)}
    </form>
  );
}

function AcceptForm({ proposal, path, rejected }: Props) {
  const { version, companyName, dueToday } = proposal;
  return (
    <PlainForm action="accept" {...{ path, rejected }}>
      {(typed, error) => (
        <>
          <input type="hidden" name="version" value={version} />
          <InputField
            label="Your name"
            hint={`You accept for ${companyName} with your name.`}
            type="text"
            name="name"
            autoComplete="name"
            autoFocus={error !== undefined}
            required
            maxLength={proposalLimits.name}
            defaultValue={typed}
          />
          <button className={getButtonClass('primary', 'l')} type="submit">
            {dueToday === null ? 'Accept' : 'Accept and pay'}
          </button>
          <p className={textStyles.note}>
            {dueToday === null ? 'Nothing is charged here.' : 'You pay by card on the next page.'}
          </p>
        </>
      )}
    </PlainForm>
  );
}

function QuestionForm({ proposal, path, rejected }: Props) {
  const isRejected = rejected?.action === 'question';
  return (
    <>
      {proposal.hasOpenQuestion && (
        <p className={styles.asked} role="status">
          We have your question, and answer by email or phone.
        </p>
      )}
      <details className={styles.question} open={isRejected}>
        <summary className={getButtonClass('secondary')}>Ask a question</summary>
        <PlainForm action="question" {...{ path, rejected }}>
          {(typed, error) => (
            <>
              <TextareaField
                label="Your question"
                name="text"
                autoFocus={error !== undefined}
                required
                maxLength={proposalLimits.question}
                defaultValue={typed}
              />
              <button className={getButtonClass('secondary')} type="submit">
                Send question
              </button>
            </>
          )}
        </PlainForm>
      </details>
    </>
  );
}
