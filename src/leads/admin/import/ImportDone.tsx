import { formatNumber } from '../../../lib/format-number';
import type { LeadImportReport } from '../../csv/import-contract';
import * as styles from './Import.module.css';

/** Result of an import, with the number of rows of each kind. */
export function ImportDone({ report }: { report: LeadImportReport }) {
  const { rows, imported, added } = report;
  const counts = [
    ['New leads', imported],
    ['Added to a lead you had', added],
    ['Left out', rows - imported - added],
  ] as const;
  return (
    <>
      <dl className={styles.result}>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        Nobody got an email. You can undo the whole import for a day, also later, under Import.
      </p>
    </>
  );
}
