import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/Button';
import * as formStyles from '../../../ui/form/form.module.css';
import { openListOnKey } from '../../../ui/form/open-list-on-key';
import { Check } from '../../../ui/icons/icons';
import * as textStyles from '../../../ui/styles/text.module.css';
import type { LeadDetail } from '../../detail-contract';
import { isOpenLead } from '../labels';
import { DueTime, NoNextStep } from '../lead-parts';
import { usePatchLead } from '../mutations';
import { ProjectManagersDialog } from '../ProjectManagersDialog';
import { useProjectManagers } from '../queries';
import { PutOff } from '../status/PutOff';
import { listSteps, useStepActions } from '../status/step-actions';
import * as cellStyles from '../table/now-cell.module.css';
import * as styles from './LeadPage.module.css';
import type { OpenDialog } from './use-lead-dialogs';

const editOption = 'edit';

/** Project manager of the lead, and a list to assign another. */
function Assignee({ lead }: { lead: LeadDetail }) {
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

interface StepProps {
  lead: LeadDetail;
  onOpen: OpenDialog;
}

interface Props extends StepProps {
  /** The lead's next call. */
  call: ReactNode;
}

/** Next step of the lead, its next call, and its assignee. */
export function LeadNow({ lead, onOpen, call }: Props) {
  return (
    <div className={styles.now}>
      <NextStep lead={lead} onOpen={onOpen} />
      {call}
      <Assignee lead={lead} />
    </div>
  );
}

function NextStep({ lead, onOpen }: StepProps) {
  const [step] = listSteps(lead);
  const { isBusy, complete } = useStepActions();
  return (
    <div className={cellStyles.cell}>
      <div>
        <p className={textStyles.meta}>Next step</p>
        {step ? (
          <>
            <b>{step.text}</b>
            <p className={cellStyles.when}>
              {step.dueAt === null ? 'No due date' : <DueTime dueAt={step.dueAt} />}
            </p>
          </>
        ) : lead.nextCallAt ? (
          <b>Discovery call</b>
        ) : isOpenLead(lead) ? (
          <NoNextStep />
        ) : (
          <p className={cellStyles.when}>None. This lead is closed.</p>
        )}
      </div>
      {lead.deletedAt === null && (
        <span className={styles.stepActions} data-keeps-focus>
          <Button variant="quiet" size="s" data-control="step" onClick={() => onOpen('step', step)}>
            {step ? 'Change' : 'Set next step'}
          </Button>
          {step && (
            <>
              <PutOff step={step} />
              <Button variant="secondary" size="s" busy={isBusy} onClick={() => complete(step)}>
                <Check />
                Done
              </Button>
            </>
          )}
        </span>
      )}
    </div>
  );
}
