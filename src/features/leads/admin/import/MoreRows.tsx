import * as styles from './Import.module.css';

/** Rows that are listed of each kind. The counts go further. */
export const maxListedRows = 20;

/** Says how many rows are not listed. */
export function MoreRows({ count }: { count: number }) {
  if (count <= maxListedRows) return null;
  return <p className={styles.note}>And {(count - maxListedRows).toLocaleString('en-US')} more.</p>;
}
