import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as linkStyles from '../../../ui/link-button.module.css';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { FollowUp, Overview } from '../../today/overview-contract';
import { formatDue, useNow } from '../format-due';
import { buildLeadPath } from '../lead-filter';
import { PutOff } from '../PutOff';
import * as titleStyles from '../section-title.module.css';
import { StepCheckbox } from '../step-actions';

import * as styles from './Today.module.css';

/** Maximum number of listed follow-ups, until the owner asks for all. */
const maxListed = 8;

interface Props<Call> {
  overview: Pick<Overview<Call, unknown>, 'overdueFollowUps' | 'followUpsToday' | 'canceledCalls'>;
  renderCanceledCalls: (calls: readonly Call[]) => ReactNode;
}

/** Next steps that are due, overdue first, then today by time; then canceled calls. */
export function FollowUps<Call>({ overview, renderCanceledCalls }: Props<Call>) {
  const { overdueFollowUps, followUpsToday, canceledCalls } = overview;
  const followUps = [...overdueFollowUps, ...followUpsToday];
  useShortcuts({ z: focusPutOff });
  const [isWhole, setIsWhole] = useState(false);
  return (
    <section
      id="follow-ups"
      className={styles.region}
      aria-labelledby="follow-ups-heading"
      tabIndex={-1}
    >
      <div className={titleStyles.title}>
        <h3 id="follow-ups-heading">Follow-ups</h3>
        <span>overdue and today</span>
      </div>
      {followUps.length + canceledCalls.length === 0 ? (
        <p className={styles.none}>Nothing is due today.</p>
      ) : (
        <ul className={styles.followUps}>
          {followUps.slice(0, isWhole ? undefined : maxListed).map((followUp) => (
            <FollowUpRow key={followUp.taskId} followUp={followUp} />
          ))}
          {renderCanceledCalls(canceledCalls)}
        </ul>
      )}
      {followUps.length > maxListed && (
        <p className={styles.foot}>
          <button
            type="button"
            className={linkStyles.linkButton}
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Show fewer' : `All ${followUps.length} follow-ups`}
          </button>
        </p>
      )}
    </section>
  );
}

/** Focuses the list of days of the follow-up that has the focus; of the first one if none has it. */
function focusPutOff() {
  const row =
    document.activeElement?.closest('[data-follow-up]') ??
    document.querySelector('[data-follow-up]');
  row?.querySelector<HTMLElement>('[data-control="put-off"]')?.focus();
}

function FollowUpRow({ followUp }: { followUp: FollowUp }) {
  const now = useNow();
  const { leadId, text, dueAt, companyName } = followUp;
  const isLate = dueAt < now.toISOString();
  return (
    <li className={styles.followUp} data-follow-up>
      <StepCheckbox step={followUp}>
        <span className={layoutStyles.visuallyHidden}>Done: {text}</span>
      </StepCheckbox>
      <p>
        <Link href={buildLeadPath(leadId)}>{text}</Link>
        <small>{companyName}</small>
      </p>
      <time dateTime={dueAt} className={isLate ? styles.late : undefined}>
        {formatDue(dueAt, now).replace(/^Today, /, '')}
      </time>
      <PutOff step={followUp} />
    </li>
  );
}
