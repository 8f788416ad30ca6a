import { MoreMenu } from '../../../ui/MoreMenu';
import { formatStatus, type LeadStatus, type ListedLead, leadStatuses } from '../../contract';
import { LeadStage } from '../lead-parts';
import * as styles from './StatusMenu.module.css';
import { findStatusByKey } from './StatusSelect';

interface Props {
  lead: ListedLead;
  onChoose: (status: LeadStatus) => void;
}

/** The status of a lead. A click opens the list of statuses, and the keys 1 to 6 set one. */
export function StatusMenu({ lead, onChoose }: Props) {
  return (
    <MoreMenu
      className={styles.menu}
      face={<LeadStage status={lead.status} />}
      onKeyDown={(event) => {
        const status = findStatusByKey(event);
        if (status) onChoose(status);
      }}
    >
      {leadStatuses.map((status, index) => (
        <button
          key={status}
          type="button"
          aria-current={status === lead.status || undefined}
          onClick={() => onChoose(status)}
        >
          {formatStatus(status)}
          <kbd>{index + 1}</kbd>
        </button>
      ))}
    </MoreMenu>
  );
}
