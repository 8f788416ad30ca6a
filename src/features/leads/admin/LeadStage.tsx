import { formatStatus, type LeadStatus } from '../contract';
import * as styles from './LeadStage.module.css';

interface Props {
  status: LeadStatus;
  /** Renders no text, for callers that show the status themselves. */
  isPlain?: boolean;
}

/** Progress of a lead: five cells filled up to its stage, and the status as text. */
export function LeadStage({ status, isPlain = false }: Props) {
  return (
    <span className={styles.stage} data-status={status}>
      <i aria-hidden="true" />
      {!isPlain && formatStatus(status)}
    </span>
  );
}
