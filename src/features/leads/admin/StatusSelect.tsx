import { formatStatus, type LeadStatus, leadStatuses } from '../contract';
import * as styles from './StatusSelect.module.css';

interface Props {
  label: string;
  /** The selected status. Without one, the list shows its label. */
  value?: LeadStatus;
  disabled?: boolean;
  /** Whether the list is invisible and covers its parent, so that a click there opens it. */
  isCover?: boolean;
  onChoose: (status: LeadStatus) => void;
}

/** Drop-down list that sets a status at once. */
export function StatusSelect({ label, value, disabled, isCover, onChoose }: Props) {
  return (
    <select
      className={isCover ? styles.cover : undefined}
      aria-label={label}
      value={value ?? ''}
      disabled={disabled}
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
