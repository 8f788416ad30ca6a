import { formatNumber } from '../../../../lib/format-count';
import * as styles from './Import.module.css';

/** Maximum number of rows that are listed of each kind. */
export const maxListedRows = 20;

/** Says how many rows are not listed. */
export function MoreRows({ count, listed = maxListedRows }: { count: number; listed?: number }) {
  if (count <= listed) return null;
  return <p className={styles.note}>And {formatNumber(count - listed)} more.</p>;
}
