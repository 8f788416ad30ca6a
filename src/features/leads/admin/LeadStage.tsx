import { formatStatus, type LeadStatus } from '../contract';
import * as styles from './LeadTable.module.css';

/** Progress of a lead: five cells filled up to its stage, and the status as text. */
export function LeadStage({ status }: { status: LeadStatus }) {
  return (
    <span className={styles.stage} data-status={status}>
      <i aria-hidden="true" />
      {formatStatus(status)}
    </span>
  );
}
