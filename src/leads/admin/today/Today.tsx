import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SendAgainButton } from '../../../foundation/outbox/admin/SendAgainButton';
import { formatCount } from '../../../lib/format-number';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { getButtonClass } from '../../../ui/Button';
import { CircleAlert } from '../../../ui/icons/admin-icons';
import { QueryState } from '../../../ui/QueryState';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as stateStyles from '../../../ui/styles/states.module.css';
import type { Overview, Problem } from '../../today/overview-contract';
import { useNow } from '../format-due';
import { FollowUps } from './FollowUps';
import * as styles from './Today.module.css';
import { listWaiting, Waiting } from './Waiting';

/** Current problems with their start and their fix. */
function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <section id="problems" aria-labelledby="problems-heading">
      <div className={adminStyles.sectionTitle}>
        <h3 id="problems-heading">Needs fixing</h3>
      </div>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <ProblemRow key={problem.title} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the label of the link to the page where a problem is fixed. */
function formatFixLabel({ fixPath, delivery }: Problem): string {
  if (fixPath?.startsWith('/admin/leads/')) return 'Open the lead';
  return delivery?.kind.includes('webhook') ? 'Open the log' : 'Open settings';
}

function ProblemRow({ problem }: { problem: Problem }) {
  const { kind, title, summary, message, fix, fixPath, since, delivery } = problem;
  return (
    <li>
      <CircleAlert />
      <b>
        {title}
        {kind === 'delivery' && since && ` since ${formatRecentDateTime(since)}`}
      </b>
      <p>{summary === null ? message : `${summary}: ${message}`}</p>
      <p>{fix}</p>
      <div>
        {fixPath && (
          <Link className={getButtonClass('secondary', 'touch')} href={fixPath}>
            {formatFixLabel(problem)}
          </Link>
        )}
        {delivery && <SendAgainButton deliveryId={delivery.id} subject={title} />}
      </div>
    </li>
  );
}

interface Props<Call, Proposal> {
  query: {
    data: Overview<Call, Proposal> | undefined;
    isError: boolean;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  renderCalls: (calls: readonly Call[], now: Date) => ReactNode;
  /** Renders list entries that ask about the leads of canceled calls. */
  renderCanceledCalls: (calls: readonly Call[]) => ReactNode;
  /** Renders the section of proposals that wait for an answer. */
  renderProposals: (proposals: readonly Proposal[]) => ReactNode;
}

/** The owner's day: calls, waiting leads, proposals, follow-ups, and problems. */
export function Today<Call extends { leadId: string | null }, Proposal>(
  props: Props<Call, Proposal>,
) {
  const { query, renderCalls, renderCanceledCalls, renderProposals } = props;
  const now = useNow();
  return (
    <QueryState
      name="The day"
      display="line"
      query={query}
      className={styles.none}
      loading={<Placeholder />}
    >
      {(day) => (
        <>
          <Sentences counts={day.counts} />
          <Counts counts={day.counts} decisions={day.canceledCalls.length} />
          {renderCalls(day.callsToday, now)}
          <div className={styles.columns}>
            <div>
              <Waiting
                waiting={day.waiting}
                count={day.counts.waiting}
                followUps={listFollowUps(day)}
              />
              {renderProposals(day.proposals)}
            </div>
            <div>
              <FollowUps
                followUps={listFollowUps(day).filter(
                  ({ leadId }) => !listWaiting(day).some((lead) => lead.leadId === leadId),
                )}
                unlistedCount={countFollowUps(day.counts) - listFollowUps(day).length}
                isRestWaiting={listFollowUps(day).length > 0}
                canceledCalls={day.canceledCalls}
                renderCanceledCalls={renderCanceledCalls}
              />
              <Problems problems={day.problems} />
            </div>
          </div>
        </>
      )}
    </QueryState>
  );
}

/** Lists what is due. A lead that waits for a first answer has it in its own row. */
const listFollowUps = ({ overdueFollowUps, followUpsToday }: Overview<unknown, unknown>) => [
  ...overdueFollowUps,
  ...followUpsToday,
];

/** Counts all that is due, of which the overview lists the first ones. */
const countFollowUps = ({ overdueFollowUps, followUpsToday }: Counts): number =>
  overdueFollowUps + followUpsToday;

const placeholders = ['a', 'b', 'c', 'd'];

/** Loading placeholder, in the shape of the day sheet and of the rows. */
function Placeholder() {
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <span className={stateStyles.skeleton} />
      {placeholders.map((row) => (
        <span key={row} className={stateStyles.skeleton} />
      ))}
    </div>
  );
}

type Counts = Overview<unknown, unknown>['counts'];

/** Sentences about late leads and problems. */
function Sentences({ counts: { late, problems } }: { counts: Counts }) {
  if (late === 0 && problems === 0) return null;
  return (
    <div className={styles.sentences}>
      {late > 0 && (
        <p>
          <CircleAlert />
          {formatCount(late, 'lead has', 'leads have')} waited longer than 24 hours
        </p>
      )}
      {problems > 0 && (
        <a href="#problems">
          <CircleAlert />
          {formatCount(problems, 'thing needs', 'things need')} fixing
        </a>
      )}
    </div>
  );
}

/** The counts of the day on phones, each a link to its list. */
function Counts({ counts, decisions }: { counts: Counts; decisions: number }) {
  const { waiting, late, overdueFollowUps, callsToday, problems } = counts;
  const entries = [
    { href: '#waiting', count: waiting, label: 'waiting', isLate: late > 0 },
    {
      href: '#follow-ups',
      count: countFollowUps(counts) + decisions,
      label: 'due',
      isLate: overdueFollowUps > 0,
    },
    { href: '#calls', count: callsToday, label: 'calls', isLate: false },
    // Its section is there only with problems.
    ...(problems > 0
      ? [{ href: '#problems', count: problems, label: 'to fix', isLate: true }]
      : []),
  ];
  return (
    <nav className={styles.counts} aria-label="Today">
      {entries.map(({ href, count, label, isLate }) => (
        <a key={href} href={href} {...(isLate && { 'data-late': true })}>
          <strong>{count}</strong>
          {label}
        </a>
      ))}
    </nav>
  );
}
