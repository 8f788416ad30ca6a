import * as styles from './Import.module.css';

/** Maximum number of rows that are listed of each kind. */
export const maxListedRows = 20;

/** Says how many rows are not listed. */
export function MoreRows({ count }: { count: number }) {
  if (count <= maxListedRows) return null;
  return <p className={styles.note}>And {(count - maxListedRows).toLocaleString('en-US')} more.</p>;
}
