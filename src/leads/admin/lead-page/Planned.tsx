import * as formStyles from '../../../ui/form.module.css';
import { useToast } from '../../../ui/toast';
import type { LeadDetail } from '../../detail-contract';
import { formatDue, useNow } from '../format-due';
import { useChangeTask } from '../mutations';
import * as styles from './Timeline.module.css';

export interface PlannedEntry {
  id: string;
  text: string;
  dueAt: string | null;
  /** Set for a task, which is completed here. */
  taskId?: string;
  /** Link of a meeting. */
  meetingUrl?: string | null;
}

/** Lists the next step, open tasks and calls, the latest first, as in the timeline below. */
function listPlanned({ nextStep, tasks }: LeadDetail, calls: PlannedEntry[]): PlannedEntry[] {
  const open = tasks
    .filter(({ doneAt }) => doneAt === null)
    .map(({ id, title, dueAt }) => ({ id, text: title, dueAt, taskId: id }));
  const step = nextStep && {
    id: 'step',
    text: `Next step: ${nextStep.text}`,
    dueAt: nextStep.dueAt,
  };
  return [...(step ? [step] : []), ...open, ...calls].sort((a, b) =>
    (a.dueAt ?? '9999') < (b.dueAt ?? '9999') ? 1 : -1,
  );
}

interface Props {
  lead: LeadDetail;
  calls: PlannedEntry[];
}

/** Planned tasks and calls, along a yellow bar above the line that marks the present. */
export function Planned({ lead, calls }: Props) {
  const now = useNow();
  const change = useChangeTask();
  const toast = useToast();
  const planned = listPlanned(lead, calls);
  if (planned.length === 0) return null;

  function complete(id: string) {
    if (change.isPending) return;
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
      {planned.map(({ id, text, dueAt, taskId, meetingUrl }) => {
        const isCall = meetingUrl !== undefined;
        const isLate = !isCall && dueAt !== null && dueAt < now.toISOString();
        const due = dueAt === null ? 'No due date' : formatDue(dueAt, now).replace(/^Today, /, '');
        return (
          <li key={id}>
            <span className={isLate ? `${styles.time} ${styles.late}` : styles.time}>
              {isLate ? `Due ${due}` : due}
            </span>
            <span className={styles.rail} aria-hidden="true" />
            <div className={styles.content}>
              {taskId === undefined ? (
                <p>
                  <b>{text}</b>{' '}
                  {meetingUrl && (
                    <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
                      Meeting link
                    </a>
                  )}
                </p>
              ) : (
                <label className={formStyles.checkbox}>
                  <input
                    type="checkbox"
                    checked={false}
                    disabled={lead.deletedAt !== null}
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
