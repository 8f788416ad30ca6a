import * as styles from './DueTime.module.css';
import { formatDue } from './format-due';

/** When a next step is due; in red if it is late. */
export function DueTime({ dueAt, now }: { dueAt: string; now: Date }) {
  if (dueAt >= now.toISOString()) return formatDue(dueAt, now);
  return <span className={styles.late}>Due {formatDue(dueAt, now)}</span>;
}
