import { formatNumber } from '../../../lib/format-count';
import * as layoutStyles from '../../../ui/layout.module.css';
import type { FunnelReport } from '../funnel-contract';
import * as styles from './Funnel.module.css';
import { computeStepFigures, formatPercent } from './step-figures';

/** Each funnel step with its count as a bar, and its conversion from the step before. */
export function StepTable({ report }: { report: FunnelReport }) {
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
