import { Link } from 'wouter';
import { SendAgainButton } from '../../../../foundation/outbox/admin/SendAgainButton';
import { formatRecentDateTime } from '../../../../lib/format-date';
import { CircleAlert } from '../../../../ui/admin-icons';
import { getButtonClass } from '../../../../ui/Button';
import type { Problem } from '../../today/overview-contract';
import * as titleStyles from '../section-title.module.css';
import * as styles from './Today.module.css';

/** Current problems with their start and their fix. */
export function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <section id="problems" aria-labelledby="problems-heading">
      <div className={titleStyles.title}>
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
          <Link className={getButtonClass('secondary', 's')} href={fixPath}>
            {formatFixLabel(problem)}
          </Link>
        )}
        {delivery && <SendAgainButton deliveryId={delivery.id} subject={title} />}
      </div>
    </li>
  );
}
