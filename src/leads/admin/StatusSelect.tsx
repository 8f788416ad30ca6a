import { openListOnKey } from '../../ui/open-list-on-key';
import { formatStatus, type LeadStatus, leadStatuses } from '../contract';
import * as styles from './StatusSelect.module.css';

/** Lists of the bar of actions on the selected leads, which shortcuts focus. */
export type BulkList = 'status' | 'assignee';

interface Props {
  label: string;
  /** The selected status. Without one, the list shows its label. */
  value?: LeadStatus;
  disabled?: boolean;
  /** Whether the list is invisible and covers its parent, so that a click there opens it. */
  isCover?: boolean;
  /** Its name among the lists of the bar of actions. */
  bulkList?: BulkList;
  onChoose: (status: LeadStatus) => void;
}

/** Drop-down list that sets a status at once. */
export function StatusSelect({ label, value, disabled, isCover, bulkList, onChoose }: Props) {
  return (
    <select
      className={isCover ? styles.cover : undefined}
      aria-label={label}
      data-bulk={bulkList}
      value={value ?? ''}
      disabled={disabled}
      onKeyDown={openListOnKey}
      onChange={(event) => {
        const status = leadStatuses.find((one) => one === event.target.value);
        if (status) onChoose(status);
      }}
    >
      {value === undefined && <option value="">{label}</option>}
      <StatusOptions />
    </select>
  );
}

/** The options of a list of statuses. */
export const StatusOptions = () =>
  leadStatuses.map((status) => (
    <option key={status} value={status}>
      {formatStatus(status)}
    </option>
  ));
