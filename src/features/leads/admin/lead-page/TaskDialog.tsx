import { useAddTask } from '../desk-queries';
import { DueDialog } from './DueDialog';

/** Adds a task about a lead. */
export function TaskDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const addTask = useAddTask();
  return (
    <DueDialog
      title="Add task"
      text={{ label: 'Task', error: 'Say what to do' }}
      due={{ label: 'Due', isOptional: true }}
      submitLabel="Add task"
      isBusy={addTask.isPending}
      save={(title, dueAt) => addTask.mutateAsync({ id, title, dueAt })}
      onClose={onClose}
    />
  );
}
