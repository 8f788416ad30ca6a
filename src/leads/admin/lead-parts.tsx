import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Talent } from '../../content/collections/talents/contract';
import { buildItemUrl } from '../../content/kit/list/use-linked-item';
import type { Plan } from '../../cover/contract';
import { describePlan, formatHours } from '../../cover/plan-words';
import { PlanThumbnail } from '../../cover/public/PlanThumbnail';
import { HOUR } from '../../lib/time/durations';
import { PersonPicture } from '../../ui/picture/Portrait';
import * as adminStyles from '../../ui/styles/admin.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { answerPeriodMs, formatStatus, type LeadStatus, leadStatuses } from '../contract';
import { formatDue, formatDuration, formatEnd, useNow } from './format-due';
import * as styles from './lead-parts.module.css';

/** An email address with a line-break opportunity before the @. */
export function BreakableEmail({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

/** When a next step is due; in red if it is late. */
export function DueTime({ dueAt }: { dueAt: string }) {
  const now = useNow();
  if (dueAt >= now.toISOString()) return formatDue(dueAt, now);
  return <span className={styles.late}>Due {formatEnd(dueAt, now)}</span>;
}

interface FactProps {
  name: string;
  className?: string | undefined;
  /** Text in place of a missing value. */
  missing?: string;
  children: ReactNode;
}

/** Named value in a list of facts. */
export function Fact({ name, className, missing = 'Not given', children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      {children ? <dd>{children}</dd> : <dd className={styles.missing}>{missing}</dd>}
    </div>
  );
}

interface LeadStageProps {
  status: LeadStatus;
  /** Renders no text, for callers that show the status themselves. */
  isPlain?: boolean;
}

/** Progress of a lead: five cells filled up to its stage, and the status as text. */
export function LeadStage({ status, isPlain = false }: LeadStageProps) {
  return (
    <span
      className={styles.stage}
      data-status={status}
      style={{ '--cells': leadStatuses.indexOf(status) + 1 }}
    >
      <i className={adminStyles.mark} aria-hidden="true" />
      {!isPlain && formatStatus(status)}
    </span>
  );
}

/** Marks an open lead that nobody has planned anything for. */
export function NoNextStep() {
  return <span className={styles.mark}>No next step</span>;
}

/** The sign of a plan: its week as a small picture, and its hours as text. */
export function PlanSign({ plan }: { plan: Plan }) {
  const text = `Plan: ${formatHours(describePlan(plan).minutes)} a week`;
  return (
    <span className={styles.plan} title={text}>
      <PlanThumbnail
        hours={plan.desks.flatMap(({ hours }) => hours)}
        covered={[]}
        open={plan.open}
        className={styles.thumbnail}
      />
      <span className={layoutStyles.visuallyHidden}>{text}</span>
    </span>
  );
}

interface PersonLinkProps {
  /** Undefined for a name that nobody on the site has. */
  talent: Talent | undefined;
  children: ReactNode;
}

/** A person on the site: their picture, and what is said about them. Links to their profile. */
export function PersonLink({ talent, children }: PersonLinkProps) {
  const person = talent ?? { role: '', imageUrl: null };
  return (
    <Link
      className={styles.person}
      href={talent ? buildItemUrl('talents', talent.id) : '/admin?tab=talents'}
    >
      <PersonPicture person={person} className={styles.face} size={56} />
      {children}
    </Link>
  );
}

/** Waiting time from which on the remaining time is shown as well. */
const warningMs = 20 * HOUR;

/** Hours of the ruler until the answer is late. */
const answerHours = answerPeriodMs / HOUR;

/** Hours that the ruler shows after the end of the promised day. */
const overrunHours = 8;

interface WaitingTimeProps {
  since: string;
  /** Also shows the remaining or the overdue time. */
  isLong?: boolean;
}

/** How long a lead has waited for its first answer, as a ruler of 24 hours and as text. */
export function WaitingTime({ since, isLong = false }: WaitingTimeProps) {
  const now = useNow();
  const waitedMs = Math.max(0, now.getTime() - Date.parse(since));
  const hours = waitedMs / HOUR;
  const overrun = Math.min(hours - answerHours, overrunHours);
  const isLate = waitedMs >= answerPeriodMs;
  const isUrgent = waitedMs >= warningMs;
  return (
    <span className={`${adminStyles.meter} ${styles.time} ${isLate ? styles.waitingTimeLate : ''}`}>
      <span className={styles.ruler} aria-hidden="true">
        <i style={{ '--hours': Math.min(hours, answerHours) }} />
        {isLate && (
          <i
            className={
              hours > answerHours + overrunHours
                ? `${styles.overrun} ${styles.cut}`
                : styles.overrun
            }
            style={{ '--hours': overrun }}
          />
        )}
      </span>
      <span>
        {isUrgent ? <b>{formatDuration(waitedMs)}</b> : formatDuration(waitedMs)}
        {isLate && (
          <>
            , <b>late</b>
            {isLong && ` by ${formatDuration(waitedMs - answerPeriodMs)}`}
          </>
        )}
        {isLong && isUrgent && !isLate && `, ${formatDuration(answerPeriodMs - waitedMs)} left`}
      </span>
    </span>
  );
}
