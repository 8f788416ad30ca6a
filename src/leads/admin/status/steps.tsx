import { type ReactNode, useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { useErrorFocus } from '../../../foundation/auth/admin/use-form-submit';
import { collectPlainMessages, type FieldMessages } from '../../../foundation/forms/form-state';
import { parseDateTimeInput, toDateTimeInput } from '../../../lib/time/wall-time';
import { FormDialog } from '../../../ui/dialog/FormDialog';
import { useCloseWhileOpen } from '../../../ui/dialog/use-close-while-open';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { useToast } from '../../../ui/toast/toast';
import { type Lead, type NextStep, nextStep } from '../../contract';
import type { LeadDetail, TaskPatch } from '../../detail-contract';
import * as styles from '../dialogs.module.css';
import { formatDue, getTomorrowMorning } from '../format-due';
import { useAddTask, useChangeTask } from '../mutations';

/** A next step that is open. */
export interface Step {
  leadId: string;
  taskId: string;
  text: string;
  dueAt: string | null;
}

/** Lists the next steps of a lead that are open, the first due first, and those without a date last. */
export const listSteps = ({ tasks }: Pick<LeadDetail, 'tasks'>): Step[] =>
  tasks
    .filter(({ doneAt }) => doneAt === null)
    .map(({ id, leadId, title, dueAt }) => ({ leadId, taskId: id, text: title, dueAt }));

/** Returns functions that complete a next step or change it, and offer to undo that. */
export function useStepActions() {
  const task = useChangeTask();
  const toast = useToast();

  /**
   * Changes a step, unless somebody else has changed it. The same goes for the undo.
   * @param before the fields that must still have these values
   */
  async function store(id: string, title: string, before: TaskPatch, patch: TaskPatch) {
    const undo = { ...before, was: { ...before, ...patch } };
    // Not a callback: the row may be gone when the lists are loaded again.
    await task.mutateAsync({ id, ...patch, was: before });
    toast({ title, action: { label: 'Undo', run: () => task.mutate({ id, ...undo }) } });
  }

  return {
    isBusy: task.isPending,
    complete({ taskId, text, dueAt }: Step) {
      if (task.isPending) return;
      const before = { title: text, dueAt, doneAt: null };
      // The toast shows why it failed.
      store(taskId, `Done: ${text}`, before, { doneAt: new Date().toISOString() }).catch(() => {});
    },
    change(step: Step, { text, dueAt }: NextStep) {
      // Only what differs, so that it doesn't replace what somebody else has changed.
      const isRenamed = text !== step.text;
      const isMoved = dueAt !== step.dueAt;
      const before = {
        doneAt: null,
        ...(isRenamed && { title: step.text }),
        ...(isMoved && { dueAt: step.dueAt }),
      };
      const after = { ...(isRenamed && { title: text }), ...(isMoved && { dueAt }) };
      return store(step.taskId, `${text}: ${formatDue(dueAt)}`, before, after);
    },
  };
}

interface CheckboxProps {
  step: Step;
  isReadOnly?: boolean;
  /** The label. */
  children: ReactNode;
}

/** Checkbox that completes a next step. */
export function StepCheckbox({ step, isReadOnly = false, children }: CheckboxProps) {
  const { complete } = useStepActions();
  return (
    <label className={formStyles.checkbox}>
      <input
        type="checkbox"
        checked={false}
        disabled={isReadOnly}
        onChange={() => complete(step)}
      />
      {children}
    </label>
  );
}

interface Options extends Partial<NextStep> {
  /** The next step may be left empty. */
  isOptional?: boolean;
  /** Makes the fields read-only while the form is being saved. */
  isSaving: boolean;
}

/** Fields that ask what is next and when: 9 am tomorrow, unless something else is chosen. */
export function useNextStepFields({
  text: initial = '',
  dueAt,
  isOptional = false,
  isSaving,
}: Options) {
  const [text, setText] = useState(initial);
  const [initialTime] = useState(() =>
    toDateTimeInput(dueAt === undefined ? getTomorrowMorning() : new Date(dueAt)),
  );
  const [time, setTime] = useState(initialTime);
  const [errors, setErrors] = useState<FieldMessages>({});
  const { formRef, focusFirstError } = useErrorFocus();

  /** Returns the step; null when it is left out; undefined when it is invalid. */
  function check(): NextStep | null | undefined {
    if (isOptional && text.trim() === '') return null;
    const { data, error } = nextStep.safeParse({ text, dueAt: parseDateTimeInput(time) });
    setErrors(error ? collectPlainMessages(error.issues) : {});
    if (error) focusFirstError();
    return data;
  }

  const fields = (
    <>
      <InputField
        label="Next step"
        {...(isOptional && { optional: true })}
        error={errors.text}
        maxLength={200}
        placeholder="Send the proposal"
        readOnly={isSaving}
        value={text}
        onChange={setText}
      />
      <InputField
        label="When"
        error={errors.dueAt}
        type="datetime-local"
        readOnly={isSaving}
        value={time}
        onChange={setTime}
      />
    </>
  );
  return { fields, isTyped: text !== initial || time !== initialTime, check, formRef };
}

interface Props {
  lead: Pick<Lead, 'id'>;
  /** The step that is changed; undefined to add one. */
  step?: Step | undefined;
  /** The time that is filled in; by default the step's. */
  dueAt?: string | undefined;
  onClose: () => void;
}

/** Adds a next step of a lead, or changes one. */
export function NextStepDialog({ lead, step, dueAt = step?.dueAt ?? undefined, ...props }: Props) {
  const onClose = useCloseWhileOpen(props.onClose);
  const add = useAddTask();
  const { isBusy, change } = useStepActions();
  const trySave = useTrySave();
  const isSaving = add.isPending || isBusy;
  const { fields, isTyped, check, formRef } = useNextStepFields({
    text: step?.text,
    dueAt,
    isSaving,
  });

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
      isChanged={isTyped}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}
