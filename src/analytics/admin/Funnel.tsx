import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '../../lib/format-number';
import { MessageBox } from '../../ui/MessageBox';
import { QueryState, Skeleton } from '../../ui/QueryState';
import * as adminStyles from '../../ui/styles/admin.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import type { FunnelReport, StepCounts } from '../funnel-contract';
import type { FunnelPeriod } from '../funnel-steps';
import { DayChart } from './DayChart';
import * as styles from './Funnel.module.css';
import { PeriodChoice } from './PeriodChoice';
import { computeStepFigures, formatPercent } from './step-figures';

/**
 * Queries the funnel counts of the last `days` days. Visitors change them all the time, so each
 * mount refetches.
 */
const useFunnel = (days: FunnelPeriod) =>
  useQuery<FunnelReport>({
    queryKey: ['/api', 'funnel', days],
    staleTime: 0,
    placeholderData: (previous) => previous,
  });

/** Each funnel step with its count as a bar, and its conversion from the step before. */
function StepTable({ report }: { report: FunnelReport }) {
  const figures = computeStepFigures(report);
  const maxCount = Math.max(1, ...figures.map(({ count }) => count));
  return (
    <table className={styles.table}>
      <caption className={layoutStyles.visuallyHidden}>Steps from visit to payment</caption>
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col" className={styles.figure}>
            Count
          </th>
          <td className={styles.barCell} />
          <th scope="col" className={styles.figure}>
            Conversion
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ step, label, count, baseLabel, share }) => (
          <tr key={step}>
            <th scope="row">{label}</th>
            <td className={styles.figure}>{formatNumber(count)}</td>
            <td className={styles.barCell}>
              <svg viewBox="0 0 120 12" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.inquiries} width={(count / maxCount) * 120} height="12" />
              </svg>
            </td>
            <td className={styles.figure}>
              {baseLabel && (
                <>
                  {formatPercent(share)} <span className={styles.base}>of {baseLabel}</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Rows shown. The server groups rare sources as "other". */
const maxShownSources = 12;

/** The columns of the figures of a source. */
const sourceColumns: readonly [title: string, format: (counts: StepCounts) => string][] = [
  ['Visits', ({ visit = 0 }) => formatNumber(visit)],
  ['Inquiries', ({ enquiry = 0 }) => formatNumber(enquiry)],
  ['Conversion', ({ visit, enquiry = 0 }) => formatPercent(visit ? enquiry / visit : null)],
  ['Calls', ({ call = 0 }) => formatNumber(call)],
  ['Payments', ({ payment = 0 }) => formatNumber(payment)],
];

/** Visits, inquiries, calls and payments per source. */
function SourceTable({ report }: { report: FunnelReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the table
    <section className={styles.sources} aria-label="Sources" tabIndex={0}>
      <table className={styles.table}>
        <caption className={layoutStyles.visuallyHidden}>Sources</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            {sourceColumns.map(([title]) => (
              <th key={title} scope="col" className={styles.figure}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report.sources.slice(0, maxShownSources).map(({ source, counts }) => (
            <tr key={source}>
              <th scope="row">{source}</th>
              {sourceColumns.map(([title, format]) => (
                <td key={title} className={styles.figure}>
                  {format(counts)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The funnel report: visits per day, the steps to a payment, and the sources. */
export default function Funnel() {
  const [period, setPeriod] = useState<FunnelPeriod>(30);
  const query = useFunnel(period);
  return (
    <section
      className={styles.funnel}
      aria-labelledby="funnel-heading"
      aria-busy={query.isFetching}
    >
      <div className={adminStyles.viewHeader}>
        <h3 id="funnel-heading">From visit to inquiry</h3>
        <PeriodChoice name="funnel-period" period={period} onChange={setPeriod} />
      </div>
      <QueryState
        name="The counts"
        query={query}
        className={styles.message}
        loading={<Skeleton label="Loading..." blockClass={styles.skeleton} />}
      >
        {(report) =>
          report.sources.some(({ counts }) => Object.keys(counts).length > 0) ? (
            <>
              <DayChart days={report.days} />
              <StepTable report={report} />
              <SourceTable report={report} />
            </>
          ) : (
            <MessageBox className={styles.message}>
              <p>
                No visits in the last {period} days. A visit counts from the first tap, key press or
                scroll. Your own visits don’t count while you are signed in.
              </p>
            </MessageBox>
          )
        }
      </QueryState>
    </section>
  );
}
