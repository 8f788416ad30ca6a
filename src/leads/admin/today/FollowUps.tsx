import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { LinkButton } from '../../../ui/LinkButton';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useShortcuts } from '../../../ui/use-shortcuts';
import type { FollowUp } from '../../today/overview-contract';
import { formatDue, useNow } from '../format-due';
import { type OpenStep, PutOff, useOtherDayDialog } from '../status/PutOff';
import { StepCheckbox } from '../status/steps';
import { buildLeadPath } from '../table/lead-filter';
import * as styles from './Today.module.css';

/** Maximum number of listed follow-ups, until the owner asks for all. */
const maxListed = 8;

interface Props<Call> {
  followUps: readonly FollowUp[];
  /** Number of others that are due, which only the list of leads has. */
  unlistedCount: number;
  /** Others are in the rows of leads that wait for a first answer. */
  isRestWaiting: boolean;
  canceledCalls: readonly Call[];
  renderCanceledCalls: (calls: readonly Call[]) => ReactNode;
}

/** Groups follow-ups by their leads, in the order of each lead's first one. */
function groupByLead(followUps: readonly FollowUp[]): [leadId: string, FollowUp[]][] {
  const groups = new Map<string, FollowUp[]>();
  for (const one of followUps) groups.set(one.leadId, [...(groups.get(one.leadId) ?? []), one]);
  return [...groups];
}

/** Next steps that are due, a row per lead, overdue first, then today by time; then canceled calls. */
export function FollowUps<Call extends { leadId: string | null }>(props: Props<Call>) {
  const { followUps, unlistedCount, isRestWaiting, canceledCalls, renderCanceledCalls } = props;
  const count = followUps.length + unlistedCount;
  const all = `All ${count} follow-ups`;
  const groups = groupByLead(followUps);
  const leadIds = new Set<string | null>(groups.map(([leadId]) => leadId));
  const otherDay = useOtherDayDialog();
  useShortcuts({ z: putOffFocused });
  return (
    <section id="follow-ups" aria-labelledby="follow-ups-heading" tabIndex={-1}>
      <div className={adminStyles.sectionTitle}>
        <h3 id="follow-ups-heading">Follow-ups</h3>
        <small>overdue and today</small>
      </div>
      {count + canceledCalls.length === 0 ? (
        <p className={styles.none}>
          {isRestWaiting ? 'All that is due is with the waiting leads.' : 'Nothing is due today.'}
        </p>
      ) : (
        <FirstItems
          items={groups}
          max={maxListed}
          allLabel={unlistedCount > 0 ? `Show ${followUps.length} of ${count} follow-ups` : all}
          rest={unlistedCount > 0 && <Link href="/admin?tab=leads&sort=nextStep">{all}</Link>}
        >
          {(listed) => (
            <ul className={styles.followUps}>
              {listed.map(([leadId, ofLead]) => (
                <li key={leadId}>
                  <DueSteps followUps={ofLead} isNamed onOtherDay={otherDay.open}>
                    {renderCanceledCalls(canceledCalls.filter((call) => call.leadId === leadId))}
                  </DueSteps>
                </li>
              ))}
              {renderCanceledCalls(canceledCalls.filter((call) => !leadIds.has(call.leadId)))}
            </ul>
          )}
        </FirstItems>
      )}
      {otherDay.dialog}
    </section>
  );
}

/** Puts off the follow-up that has the focus. If none has it, moves the focus to the first one. */
function putOffFocused() {
  const find = (row: Element | null | undefined) =>
    row?.querySelector<HTMLElement>('[data-control="put-off"]');
  const focused = find(document.activeElement?.closest('[data-follow-up]'));
  if (focused) focused.click();
  else find(document.querySelector('[data-follow-up]'))?.focus();
}

interface DueProps {
  /** Those of one lead. */
  followUps: readonly FollowUp[];
  /** Shows the name of the lead. */
  isNamed?: boolean;
  onOtherDay: OpenStep;
  children?: ReactNode;
}

/** The next steps of a lead that are due. */
export function DueSteps({ followUps, isNamed = false, onOtherDay, children }: DueProps) {
  return (
    <ul className={`${styles.followUps} ${styles.ofLead}`}>
      {followUps.map((followUp, index) => (
        <FollowUpRow
          key={followUp.taskId}
          followUp={followUp}
          isNamed={isNamed && index === 0}
          onOtherDay={onOtherDay}
        />
      ))}
      {children}
    </ul>
  );
}

interface RowProps {
  followUp: FollowUp;
  isNamed: boolean;
  onOtherDay: OpenStep;
}

function FollowUpRow({ followUp, isNamed, onOtherDay }: RowProps) {
  const now = useNow();
  const { leadId, text, dueAt, contactName, companyName } = followUp;
  const isLate = dueAt < now.toISOString();
  return (
    <li className={styles.followUp} data-follow-up>
      <StepCheckbox step={followUp}>
        <span className={layoutStyles.visuallyHidden}>Done: {text}</span>
      </StepCheckbox>
      <p>
        <Link href={buildLeadPath(leadId)}>{text}</Link>
        {isNamed && (
          <small>
            {contactName}, {companyName}
          </small>
        )}
      </p>
      <time dateTime={dueAt} className={isLate ? styles.late : undefined}>
        {formatDue(dueAt, now).replace(/^Today, /, '')}
      </time>
      <PutOff step={followUp} onOtherDay={onOtherDay} />
    </li>
  );
}

interface FirstItemsProps<Item> {
  items: readonly Item[];
  /** How many are listed until the owner asks for all. */
  max: number;
  /** Button that lists all: "All 12 proposals". */
  allLabel: string;
  /** Link to those that are not among the items, if any. */
  rest?: ReactNode;
  /** Renders the listed ones. */
  children: (listed: readonly Item[]) => ReactNode;
}

/** The first items of a list, and a button that shows the others as well. */
export function FirstItems<Item>(props: FirstItemsProps<Item>) {
  const { items, max, allLabel, rest, children } = props;
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      {children(isWhole ? items : items.slice(0, max))}
      {(items.length > max || rest) && (
        <p className={styles.foot}>
          {items.length > max && (
            <LinkButton aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? 'Show fewer' : allLabel}
            </LinkButton>
          )}
          {rest}
        </p>
      )}
    </>
  );
}
