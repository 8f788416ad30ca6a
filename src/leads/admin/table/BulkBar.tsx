import { useState } from 'react';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { formatCount } from '../../../lib/format-number';
import { IconButton } from '../../../ui/Button';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDialog';
import { openListOnKey } from '../../../ui/form/open-list-on-key';
import { X } from '../../../ui/icons/icons';
import { MoreMenu } from '../../../ui/MoreMenu';
import { useToast } from '../../../ui/toast/toast';
import type { BulkInput, BulkResult, ListedLead } from '../../contract';
import { useBulkChange, useRestoreLead } from '../mutations';
import { useProjectManagers } from '../queries';
import { type BulkList, StatusSelect } from '../status/status-controls';
import { deletedLeadNote } from '../use-lead-deletion';
import * as styles from './BulkBar.module.css';

type Results = BulkResult['results'];

/** The leads of a change, and the versions that it is based on. */
interface Target {
  ids: string[];
  versions: Record<string, string>;
}

interface Props {
  leads: readonly ListedLead[];
  onExport: () => void;
  /** Called with the leads that are no longer selected. */
  onDeselect: (ids: readonly string[]) => void;
  /** Called to return the focus to the rows. */
  onLeave: () => void;
}

/**
 * Returns a function that changes the selected leads, reports the result in a toast, and leaves those
 * selected that the server refused to change.
 */
function useBulkRun(onDone: (changedIds: readonly string[]) => void) {
  const bulk = useBulkChange();
  const toast = useToast();
  const showError = useErrorToast();

  /** Sends changes. @returns the results of the accepted ones, and why others were refused, if any */
  async function send(...inputs: BulkInput[]) {
    const sent = await Promise.all(inputs.map((input) => bulk.mutateAsync(input)));
    const results = sent.flatMap((one) => one.results);
    const accepted = results.filter(({ ok }) => ok);
    const refused = results.find(({ ok }) => !ok);
    const count = results.length - accepted.length;
    return { accepted, failure: refused && `${count} not changed: ${refused.message}` };
  }

  async function run(input: BulkInput, done: string, undo: (accepted: Results) => void) {
    const { accepted, failure } = await send(input);
    if (failure && accepted.length === 0) return showError(null, failure);
    toast({
      title: `${done} ${formatCount(accepted.length, 'lead')}`,
      ...(failure && { description: failure, tone: 'bad' }),
      action: { label: 'Undo', run: () => undo(accepted) },
    });
    onDone(accepted.map(({ id }) => id));
  }

  async function undo(inputs: BulkInput[]) {
    const { failure } = await send(...inputs);
    if (failure) showError(null, failure);
  }

  return { bulk, run, undo };
}

/** List that assigns the selected leads to a project manager, or to nobody. */
function AssignSelect({ onChoose }: { onChoose: (managerId: string | null) => void }) {
  const { data: managers = [] } = useProjectManagers();
  return (
    <select
      aria-label="Assign"
      data-bulk={'assignee' satisfies BulkList}
      value=""
      onKeyDown={openListOnKey}
      onChange={(event) => {
        const { value } = event.target;
        onChoose(value === 'nobody' ? null : value);
      }}
    >
      <option value="">Assign</option>
      {managers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value="nobody">Nobody</option>
    </select>
  );
}

/** Bar of actions on the selected leads. */
export function BulkBar({ leads, onExport, onDeselect, onLeave }: Props) {
  const { bulk, run, undo } = useBulkRun(onDeselect);
  const restore = useRestoreLead();
  const [isDeleting, setIsDeleting] = useState(false);
  const ids = leads.map(({ id }) => id);

  async function confirmDelete() {
    await run({ ids, action: 'delete' }, 'Deleted', (deleted) => {
      for (const { id } of deleted) restore.mutate(id);
    });
    setIsDeleting(false);
  }

  /**
   * Returns a function that gives those leads that were changed back the values that they have now,
   * unless somebody else has changed them since.
   */
  const createUndo =
    <Value,>(
      read: (lead: ListedLead) => Value,
      createInput: (target: Target, value: Value) => BulkInput,
    ) =>
    (accepted: Results) => {
      const inputs = [...new Set(leads.map(read))].flatMap((value) => {
        const same = new Set(leads.filter((lead) => read(lead) === value).map(({ id }) => id));
        const versions = Object.fromEntries(
          accepted.flatMap(({ id, version }) =>
            same.has(id) && version !== null ? [[id, version]] : [],
          ),
        );
        const ids = Object.keys(versions);
        return ids.length > 0 ? [createInput({ ids, versions }, value)] : [];
      });
      // The toast shows why it failed.
      undo(inputs).catch(() => {});
    };
  const undoStatus = createUndo(
    ({ status }) => status,
    (target, value) => ({ ...target, action: 'status', value }),
  );
  const undoAssignment = createUndo(
    ({ assignedPmId }) => assignedPmId,
    (target, value) => ({ ...target, action: 'assign', value }),
  );
  const undoSpam = createUndo(
    () => null,
    (target) => ({ ...target, action: 'not-spam' }),
  );

  const rareActions = (
    <>
      <button type="button" onClick={onExport}>
        Export
      </button>
      <button
        type="button"
        onClick={() => void run({ ids, action: 'spam' }, 'Marked as spam:', undoSpam)}
      >
        Mark as spam
      </button>
      <button type="button" className={styles.delete} onClick={() => setIsDeleting(true)}>
        Delete
      </button>
    </>
  );

  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label="Selected leads"
      onKeyDown={({ key, target }) => {
        // A dialog of the bar is elsewhere in the page.
        const isInside = target instanceof Element && target.closest('[role="toolbar"]') !== null;
        if (key === 'Escape' && isInside) onLeave();
      }}
    >
      <b role="status">{leads.length} selected</b>
      <StatusSelect
        label="Set status"
        bulkList="status"
        onChoose={(value) => void run({ ids, action: 'status', value }, 'Updated', undoStatus)}
      />
      <AssignSelect
        onChoose={(value) => void run({ ids, action: 'assign', value }, 'Assigned', undoAssignment)}
      />
      <div className={styles.wide}>{rareActions}</div>
      <MoreMenu label="More actions" className={styles.more}>
        {rareActions}
      </MoreMenu>
      <IconButton label="Clear selection" onClick={() => onDeselect(ids)}>
        <X />
      </IconButton>
      <ConfirmDelete
        name={isDeleting ? formatCount(leads.length, 'lead') : null}
        note={deletedLeadNote}
        pending={bulk.isPending}
        onConfirm={confirmDelete}
        onCancel={() => setIsDeleting(false)}
      />
    </div>
  );
}
