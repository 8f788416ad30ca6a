import type { UseQueryResult } from '@tanstack/react-query';
import { useContentCounts } from '../../content/counts/queries';
import type { LeadSummary } from '../../leads/contract';
import { formatNumber } from '../../lib/format-number';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as stateStyles from '../../ui/styles/states.module.css';
import * as styles from './admin.module.css';

/** Cards with the four key figures. */
export function SummaryCards({ leads }: { leads: UseQueryResult<LeadSummary> }) {
  const content = useContentCounts();
  return (
    <ul className={styles.cards} aria-label="Summary">
      <Card
        title="Total Talent"
        query={content}
        getFigures={({ talents: { total, available } }) => ({
          count: total,
          note: `${formatNumber(available)} available`,
          part: available,
          whole: total,
        })}
      />
      <Card
        title="New Leads"
        query={leads}
        getFigures={({ new: newLeads, inProgress }) => ({
          count: newLeads,
          note: `${formatNumber(inProgress)} in progress`,
          part: inProgress,
          whole: newLeads + inProgress,
        })}
      />
      <Card
        title="Case Studies"
        query={content}
        getFigures={({ caseStudies: { total, featured } }) => ({
          count: total,
          note: `${formatNumber(featured)} featured`,
          part: featured,
          whole: total,
        })}
      />
      <Card
        title="Packages"
        query={content}
        getFigures={({ packages: { total } }) => ({
          count: total,
          note: 'Active offerings',
          part: total,
          whole: total,
        })}
      />
    </ul>
  );
}

interface Figures {
  count: number;
  note: string;
  /** Filled part of the bar. */
  part: number;
  whole: number;
}

interface CardProps<T> {
  title: string;
  query: UseQueryResult<T>;
  getFigures: (data: T) => Figures;
}

function Card<T>({ title, query, getFigures }: CardProps<T>) {
  return (
    <li>
      <span className={styles.cardTitle}>{title}</span>
      {query.data !== undefined ? (
        <CardFigures {...getFigures(query.data)} />
      ) : query.isError ? (
        // The tab of the list shows the reason and a retry button.
        <>
          <b aria-hidden="true">–</b>
          <span className={styles.cardNote}>Could not be loaded</span>
          <span className={styles.meter} aria-hidden="true" />
        </>
      ) : (
        <>
          <b>
            <span className={`${stateStyles.skeleton} ${styles.cardSkeleton}`} />
            <span className={layoutStyles.visuallyHidden}>Loading...</span>
          </b>
          <span className={styles.cardNote}>
            <span className={`${stateStyles.skeleton} ${styles.cardSkeleton}`} />
          </span>
          <span className={styles.meter} aria-hidden="true" />
        </>
      )}
    </li>
  );
}

/** Maximum ticks of a bar. More would run together, so the bar then has twelve. */
const maxTicks = 40;

function CardFigures({ count, note, part, whole }: Figures) {
  const meter = {
    '--p': `${whole === 0 ? 0 : (part / whole) * 100}%`,
    '--n': whole === 0 || whole > maxTicks ? 12 : whole,
  };
  return (
    <>
      <b>{formatNumber(count)}</b>
      <span className={styles.cardNote}>{note}</span>
      {/* Allowed by the content security policy, because it is never in server-rendered HTML. */}
      <span className={styles.meter} style={meter} aria-hidden="true" />
    </>
  );
}
