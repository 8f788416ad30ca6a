import { useId, useState } from 'react';
import * as formStyles from '../../../../ui/form.module.css';
import { openListOnKey } from '../../../../ui/open-list-on-key';
import * as textStyles from '../../../../ui/text.module.css';
import type { LeadDetail } from '../../detail-contract';
import { usePatchLead } from '../mutations';
import { ProjectManagersDialog } from '../ProjectManagersDialog';
import { useProjectManagers } from '../queries';
import * as styles from './LeadPage.module.css';

const editOption = 'edit';

/** Project manager of the lead, and a list to assign another. */
export function Assignee({ lead }: { lead: LeadDetail }) {
  const id = useId();
  const { data: managers = [] } = useProjectManagers();
  const patch = usePatchLead();
  const [isEditing, setIsEditing] = useState(false);

  function choose(value: string) {
    if (value === editOption) setIsEditing(true);
    else patch.mutate({ id: lead.id, patch: { assignedPmId: value === '' ? null : value } });
  }

  return (
    <div className={styles.assigned}>
      <label className={textStyles.meta} htmlFor={id}>
        Assigned to
      </label>
      <select
        id={id}
        className={formStyles.input}
        data-part="assignee"
        value={lead.assignedPmId ?? ''}
        disabled={lead.deletedAt !== null}
        onKeyDown={openListOnKey}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Nobody</option>
        {managers.map((manager) => (
          <option key={manager.id} value={manager.id}>
            {manager.name}
          </option>
        ))}
        <option value={editOption}>Edit project managers…</option>
      </select>
      {isEditing && <ProjectManagersDialog onClose={() => setIsEditing(false)} />}
    </div>
  );
}
