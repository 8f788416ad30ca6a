import { type FormEvent, type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useTrySave } from '../../../foundation/auth/admin/use-try-save';
import { formatTime } from '../../../lib/format-date';
import { Plus } from '../../../ui/admin-icons';
import { Button } from '../../../ui/Button';
import { PhoneCall } from '../../../ui/desk-icons';
import * as formStyles from '../../../ui/form.module.css';
import * as layoutStyles from '../../../ui/layout.module.css';
import { SegmentedControl } from '../../../ui/SegmentedControl';
import { useToast } from '../../../ui/toast';
import type { LeadDetail, TimelineEntry } from '../../detail-contract';
import { formatDue, formatLongDay, getDayNumber, useNow } from '../format-due';
import { useAddNote, useChangeTask } from '../mutations';
import { PutOff } from '../PutOff';
import { TaskDialog } from './lead-dialogs';
import * as styles from './Timeline.module.css';
import { TimelineItem } from './TimelineItem';

const maxLength = 5_000;

interface ComposerProps {
  id: string;
  note: RefObject<HTMLTextAreaElement | null>;
  onLogCall: () => void;
}

/** Writes a note, or starts logging a call or adding a task. */
function Composer({ id, note, onLogCall }: ComposerProps) {
  const [text, setText] = useState('');
  const [isAddingTask, setIsAddingTask] = useState(false);
  const addNote = useAddNote();
  const trySave = useTrySave(text !== '');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (addNote.isPending) return;
    if (text.trim() === '') return note.current?.focus();
    if (await trySave(() => addNote.mutateAsync({ id, text: text.trim() }))) setText('');
  }

  function sendOnShortcut(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  }

  return (
    <>
      <form className={styles.composer} onSubmit={submit}>
        <textarea
          ref={note}
          aria-label="Note"
          placeholder="What did you learn? Only your team sees notes."
          maxLength={maxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={sendOnShortcut}
        />
        <div className={styles.foot}>
          <Button className={styles.call} variant="quiet" size="s" onClick={onLogCall}>
            <PhoneCall />
            Log a call
          </Button>
          <Button variant="quiet" size="s" onClick={() => setIsAddingTask(true)}>
            <Plus />
            Task
          </Button>
          <span className={styles.spacer} />
          <Button type="submit" variant="secondary" size="s" busy={addNote.isPending}>
            Add note
          </Button>
        </div>
      </form>
      {isAddingTask && <TaskDialog id={id} onClose={() => setIsAddingTask(false)} />}
    </>
  );
}

const filters = [
  { label: 'All', kinds: [] },
  { label: 'Notes', kinds: ['note', 'task', 'task-done'] },
  { label: 'Calls', kinds: ['call', 'contact'] },
  { label: 'Mails', kinds: ['delivery', 'inquiry'] },
  { label: 'Payments', kinds: ['payment'] },
] as const satisfies readonly { label: string; kinds: readonly TimelineEntry['kind'][] }[];

/** Groups entries by the day, in the owner's time zone. */
function groupByDay(entries: readonly TimelineEntry[]) {
  const days: { key: number; entries: TimelineEntry[] }[] = [];
  for (const entry of entries) {
    const key = getDayNumber(new Date(entry.at));
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, entries: [entry] });
  }
  return days;
}

interface TimelineProps {
  lead: LeadDetail;
  note: RefObject<HTMLTextAreaElement | null>;
  describeEntry: (entry: TimelineEntry) => string | undefined;
  plannedCalls: PlannedEntry[];
  onLogCall: () => void;
}

/** Everything that happened, newest first, with what is planned above. */
export function Timeline(props: TimelineProps) {
  const now = useNow();
  const { lead, note, describeEntry, plannedCalls, onLogCall } = props;
  const [filter, setFilter] = useState(0);
  const days = useMemo(() => {
    const kinds: readonly string[] = filters[filter]?.kinds ?? [];
    return groupByDay(
      lead.timeline.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)),
    );
  }, [lead.timeline, filter]);
  return (
    <section
      className={styles.section}
      id="timeline"
      aria-labelledby="timeline-heading"
      tabIndex={-1}
    >
      <div className={styles.title}>
        <h2 id="timeline-heading">Timeline</h2>
        <SegmentedControl
          label="Show"
          options={filters.map(({ label }, value) => ({ value, label }))}
          value={filter}
          onChange={setFilter}
          isCompact
        />
      </div>
      {lead.deletedAt === null && <Composer id={lead.id} note={note} onLogCall={onLogCall} />}
      {filter === 0 && <Planned lead={lead} calls={plannedCalls} />}
      <p className={styles.now}>
        <time dateTime={now.toISOString()}>
          <span className={layoutStyles.visuallyHidden}>Now: </span>
          {formatTime(now)}
        </time>
      </p>
      {days.length === 0 && <p className={styles.empty}>Nothing of this kind yet.</p>}
      {days.map(({ key, entries }) => (
        <div key={key}>
          <h3 className={styles.day}>
            {entries[0] && formatLongDay(new Date(entries[0].at), now)}
          </h3>
          <ol className={styles.entries}>
            {entries.map((entry) => (
              <TimelineItem
                key={`${entry.kind} ${entry.id}`}
                entry={entry}
                lead={lead}
                describeEntry={describeEntry}
              />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

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
function Planned({ lead, calls }: Props) {
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
            <div className={`${styles.content} ${taskId === undefined ? '' : styles.task}`}>
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
              {taskId !== undefined && lead.deletedAt === null && (
                <PutOff planned={{ leadId: lead.id, taskId, text, dueAt }} />
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
