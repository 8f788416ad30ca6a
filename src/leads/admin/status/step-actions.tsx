import type { ReactNode } from 'react';
import * as formStyles from '../../../ui/form/form.module.css';
import { useToast } from '../../../ui/toast/toast';
import type { NextStep } from '../../contract';
import type { LeadDetail, TaskPatch } from '../../detail-contract';
import { formatDue } from '../format-due';
import { useChangeTask } from '../mutations';

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

  async function store({ taskId: id }: Step, title: string, patch: TaskPatch, undo: TaskPatch) {
    // Not a callback: the row may be gone when the lists are loaded again.
    await task.mutateAsync({ id, ...patch });
    toast({ title, action: { label: 'Undo', run: () => task.mutate({ id, ...undo }) } });
  }

  return {
    isBusy: task.isPending,
    complete(step: Step) {
      if (task.isPending) return;
      const patch = { doneAt: new Date().toISOString() };
      // The toast shows why it failed.
      store(step, `Done: ${step.text}`, patch, { doneAt: null }).catch(() => {});
    },
    change(step: Step, { text, dueAt }: NextStep) {
      const undo = { title: step.text, dueAt: step.dueAt };
      return store(step, `${text}: ${formatDue(dueAt)}`, { title: text, dueAt }, undo);
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
