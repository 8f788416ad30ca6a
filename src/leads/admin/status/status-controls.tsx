import { type KeyboardEvent, useState } from 'react';
import { openListOnKey } from '../../../ui/form/open-list-on-key';
import { MoreMenu } from '../../../ui/MoreMenu';
import { useToast } from '../../../ui/toast/toast';
import { formatStatus, type LeadStatus, type ListedLead, leadStatuses } from '../../contract';
import { LostDialog } from '../lead-page/lead-dialogs';
import { LeadStage } from '../lead-parts';
import { usePatchLead } from '../mutations';
import * as styles from './StatusMenu.module.css';

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
      className={isCover ? styles.cover : undefined}
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

interface MenuProps {
  lead: ListedLead;
  onChoose: (status: LeadStatus) => void;
}

/** The status of a lead. A press opens the list of statuses, and the keys 1 to 6 set one. */
export function StatusMenu({ lead, onChoose }: MenuProps) {
  return (
    <MoreMenu
      className={styles.menu}
      face={<LeadStage status={lead.status} />}
      onKeyDown={(event) => {
        const status = findStatusByKey(event);
        if (!status) return;
        // The list has the same keys for the row that has the focus.
        event.preventDefault();
        onChoose(status);
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

interface Options {
  /** Called when a status is being stored. Returns what to call once it is stored and read again. */
  onPending?: (lead: ListedLead, status: LeadStatus) => () => void;
  /** Called before the status is set back. */
  onUndo?: (lead: ListedLead) => void;
}

/** Sets the status of leads at once, with an undo. Asks why a lead is lost first. */
export function useStatusChange({ onPending, onUndo }: Options = {}) {
  const patch = usePatchLead();
  const toast = useToast();
  const [losing, setLosing] = useState<ListedLead | null>(null);

  /**
   * @param version set to undo a change, unless the lead was changed since
   * @returns the lead's new version; undefined if it was not stored
   */
  async function store(lead: ListedLead, status: LeadStatus, version?: string) {
    const endPending = onPending?.(lead, status);
    // The toast shows the reason of a failure.
    const stored = await patch
      .mutateAsync({ id: lead.id, patch: { status }, ...(version !== undefined && { version }) })
      .catch(() => undefined);
    endPending?.();
    return stored?.updatedAt;
  }

  async function storeWithUndo(lead: ListedLead, status: LeadStatus) {
    const version = await store(lead, status);
    if (version === undefined) return;
    toast({
      title: `${lead.companyName} is ${formatStatus(status)}`,
      action: {
        label: 'Undo',
        run() {
          onUndo?.(lead);
          void store(lead, lead.status, version);
        },
      },
    });
  }

  return {
    change(lead: ListedLead, status: LeadStatus) {
      if (status === lead.status) return;
      if (status === 'closed_lost') setLosing(lead);
      else void storeWithUndo(lead, status);
    },
    dialog: losing && <LostDialog lead={losing} onClose={() => setLosing(null)} />,
  };
}
