import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import type { Lead } from '../../contract';
import * as styles from '../lead-page/dialogs.module.css';
import { useAddTask } from '../mutations';
import { type Step, useStepActions } from './step-actions';
import { useNextStepFields } from './use-next-step-fields';

interface Props {
  lead: Pick<Lead, 'id'>;
  /** The step that is changed; undefined to add one. */
  step?: Step | undefined;
  /** The time that is filled in; by default the step's. */
  dueAt?: string;
  onClose: () => void;
}

/** Adds a next step of a lead, or changes one. */
export function NextStepDialog({ lead, step, dueAt = step?.dueAt ?? undefined, onClose }: Props) {
  const { fields, check, formRef } = useNextStepFields({ text: step?.text, dueAt });
  const add = useAddTask();
  const { isBusy, change } = useStepActions();
  const trySave = useTrySave();
  const isSaving = add.isPending || isBusy;

  async function submit() {
    const checked = check();
    if (!checked) return;
    const { text: title, dueAt } = checked;
    const isSaved = await trySave(() =>
      step ? change(step, checked) : add.mutateAsync({ id: lead.id, title, dueAt }),
    );
    if (isSaved) onClose();
  }

  return (
    <FormDialog
      title={step ? 'Change next step' : 'Add next step'}
      submitLabel={isSaving ? 'Saving...' : 'Save'}
      isBusy={isSaving}
      formClass={styles.form}
      formRef={formRef}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}
