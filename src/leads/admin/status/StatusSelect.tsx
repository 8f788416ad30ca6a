import type { KeyboardEvent } from 'react';
import * as coverStyles from '../../../ui/form/cover-select.module.css';
import { openListOnKey } from '../../../ui/form/open-list-on-key';
import { formatStatus, type LeadStatus, leadStatuses } from '../../contract';

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

/** Returns the status that a digit key stands for: 1 to 6, in their order. */
export const findStatusByKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey ? undefined : leadStatuses[Number(key) - 1];

/** Drop-down list that sets a status at once, also by its number. */
export function StatusSelect({ label, value, disabled, isCover, bulkList, onChoose }: Props) {
  return (
    <select
      className={isCover ? coverStyles.cover : undefined}
      aria-label={label}
      data-bulk={bulkList}
      value={value ?? ''}
      disabled={disabled}
      onKeyDown={(event) => {
        const status = findStatusByKey(event);
        if (!status) return openListOnKey(event);
        event.preventDefault();
        onChoose(status);
      }}
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
