import * as formStyles from '../../../../ui/form.module.css';
import { useToast } from '../../../../ui/toast';
import type { LeadDetail } from '../../detail-contract';
import { useChangeTask } from '../desk-queries';
import { formatDue } from '../format-due';
import * as styles from './Timeline.module.css';

interface PlannedEntry {
  id: string;
  text: string;
  dueAt: string | null;
  /** Null for the next step, which is completed at the top of the page. */
  taskId: string | null;
}

/** The next step and the open tasks, the last due first, so that time runs upwards. */
function listPlanned({ nextStep, tasks }: LeadDetail): PlannedEntry[] {
  const open = tasks
    .filter(({ doneAt }) => doneAt === null)
    .map(({ id, title, dueAt }) => ({ id, text: title, dueAt, taskId: id }));
  const planned: PlannedEntry[] = nextStep
    ? [
        { id: 'step', text: `Next step: ${nextStep.text}`, dueAt: nextStep.dueAt, taskId: null },
        ...open,
      ]
    : open;
  return planned.sort((a, b) => ((a.dueAt ?? '9999') < (b.dueAt ?? '9999') ? 1 : -1));
}

/** Planned tasks and calls, on a yellow rail above the line that marks the present. */
export function Planned({ lead, now }: { lead: LeadDetail; now: Date }) {
  const change = useChangeTask();
  const toast = useToast();
  const planned = listPlanned(lead);
  if (planned.length === 0) return null;

  function complete(id: string) {
    change.mutate(
      { id, doneAt: new Date().toISOString() },
      {
        onSuccess: () =>
          toast({
            title: 'Task done',
            action: { label: 'Undo', run: () => change.mutate({ id, doneAt: null }) },
          }),
      },
    );
  }

  return (
    <ol className={`${styles.entries} ${styles.planned}`} aria-label="Planned">
      {planned.map(({ id, text, dueAt, taskId }) => {
        const isLate = dueAt !== null && dueAt < now.toISOString();
        const due = dueAt === null ? 'No due date' : formatDue(dueAt, now).replace(/^Today, /, '');
        return (
          <li key={id}>
            <span className={isLate ? `${styles.time} ${styles.late}` : styles.time}>
              {isLate ? `Due ${due}` : due}
            </span>
            <span className={styles.rail} aria-hidden="true" />
            <div className={styles.content}>
              {taskId === null ? (
                <p>
                  <b>{text}</b>
                </p>
              ) : (
                <label className={formStyles.checkbox}>
                  <input
                    type="checkbox"
                    checked={false}
                    disabled={change.isPending || lead.deletedAt !== null}
                    onChange={() => complete(taskId)}
                  />
                  <b>{text}</b>
                </label>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
