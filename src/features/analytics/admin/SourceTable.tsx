import { formatNumber } from '../../../lib/format-count';
import * as layoutStyles from '../../../ui/layout.module.css';
import type { FunnelReport } from '../funnel-contract';
import * as styles from './Funnel.module.css';
import { formatPercent } from './step-figures';

/** Rows shown. The server groups rare sources as "other". */
const maxShownSources = 12;

/** Visits, inquiries, calls and payments per source. */
export function SourceTable({ report }: { report: FunnelReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the table
    <section className={styles.sources} aria-label="Sources" tabIndex={0}>
      <table className={styles.table}>
        <caption className={layoutStyles.visuallyHidden}>Sources</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col" className={styles.figure}>
              Visits
            </th>
            <th scope="col" className={styles.figure}>
              Inquiries
            </th>
            <th scope="col" className={styles.figure}>
              Conversion
            </th>
            <th scope="col" className={styles.figure}>
              Calls
            </th>
            <th scope="col" className={styles.figure}>
              Payments
            </th>
          </tr>
        </thead>
        <tbody>
          {report.sources.slice(0, maxShownSources).map(({ source, counts }) => {
            const {
              visit: visits = 0,
              enquiry: inquiries = 0,
              call: calls = 0,
              payment: payments = 0,
            } = counts;
            return (
              <tr key={source}>
                <th scope="row">{source}</th>
                <td className={styles.figure}>{formatNumber(visits)}</td>
                <td className={styles.figure}>{formatNumber(inquiries)}</td>
                <td className={styles.figure}>
                  {formatPercent(visits ? inquiries / visits : null)}
                </td>
                <td className={styles.figure}>{formatNumber(calls)}</td>
                <td className={styles.figure}>{formatNumber(payments)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
