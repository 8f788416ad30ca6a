import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTrySave } from '../../../foundation/auth/admin/SessionProvider';
import { typedTexts } from '../../../lib/browser/release-reload';
import { formatTime } from '../../../lib/time/format-date';
import { Button, IconButton } from '../../../ui/Button';
import { SegmentedControl } from '../../../ui/form/SegmentedControl';
import { Pencil, Plus } from '../../../ui/icons/admin-icons';
import { PhoneCall } from '../../../ui/icons/desk-icons';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import type { LeadDetail, TimelineEntry } from '../../detail-contract';
import { formatDue, formatEnd, formatLongDay, getDayNumber, useNow } from '../format-due';
import * as partStyles from '../lead-parts.module.css';
import { useAddNote } from '../mutations';
import { PutOff } from '../status/PutOff';
import { listSteps, StepCheckbox } from '../status/steps';
import type { OpenDialog } from './lead-dialogs';
import * as styles from './Timeline.module.css';
import { TimelineItem } from './TimelineItem';
import { getText } from './timeline-entries';

const maxLength = 5_000;

const listeners = new Set<() => void>();

/** Returns the note that was typed for a lead and not added yet. */
const getDraft = (id: string): string => typedTexts.get(`note-${id}`) ?? '';

function setDraft(id: string, text: string): void {
  typedTexts.set(`note-${id}`, text);
  for (const listener of listeners) listener();
}

/** Moves the notes that were typed for merged inquiries to the lead: they have no page anymore. */
function moveMergedDrafts({ id, merged }: LeadDetail): void {
  for (const { id: mergedId } of merged) {
    const text = getDraft(mergedId);
    if (text === '') continue;
    setDraft(id, [getDraft(id), text].filter(Boolean).join('\n'));
    setDraft(mergedId, '');
  }
}

function subscribeToDrafts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

interface ComposerProps {
  lead: LeadDetail;
  note: RefObject<HTMLTextAreaElement | null>;
  onOpen: OpenDialog;
}

/** Writes a note, or starts logging a call or adding a next step. */
function Composer({ lead, note, onOpen }: ComposerProps) {
  const { id } = lead;
  const text = useSyncExternalStore(subscribeToDrafts, () => getDraft(id));
  const addNote = useAddNote();
  const trySave = useTrySave(text !== '' || addNote.isPending);
  useEffect(() => moveMergedDrafts(lead), [lead]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (addNote.isPending) return;
    if (text.trim() === '') return note.current?.focus();
    // Not after the save: that would erase what is typed meanwhile, and who leaves and comes back
    // could send the note twice.
    setDraft(id, '');
    if (await trySave(() => addNote.mutateAsync({ id, text: text.trim() }))) return;
    const typed = getDraft(id);
    setDraft(id, typed ? `${text}\n${typed}` : text);
  }

  function sendOnShortcut(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  }

  return (
    <form className={styles.composer} onSubmit={submit}>
      <textarea
        ref={note}
        aria-label="Note"
        placeholder="What did you learn? Only your team sees notes."
        maxLength={maxLength}
        value={text}
        onChange={(event) => setDraft(id, event.target.value)}
        onKeyDown={sendOnShortcut}
      />
      <div className={styles.foot}>
        <Button className={styles.call} variant="quiet" size="touch" onClick={() => onOpen('call')}>
          <PhoneCall />
          Log a call
        </Button>
        <Button variant="quiet" size="touch" onClick={() => onOpen('step')}>
          <Plus />
          Next step
        </Button>
        <span className={styles.spacer} />
        <Button type="submit" variant="secondary" size="touch" busy={addNote.isPending}>
          Add note
        </Button>
      </div>
    </form>
  );
}

const filters = [
  { label: 'All', kinds: [] },
  { label: 'Notes', kinds: ['note', 'task', 'task-done', 'next-step'] },
  { label: 'Calls', kinds: ['call', 'contact'] },
  { label: 'Messages', kinds: ['message', 'delivery', 'inquiry'] },
  { label: 'Payments', kinds: ['payment'] },
] as const satisfies readonly { label: string; kinds: readonly FilterKind[] }[];

type FilterKind = TimelineEntry['kind'] | 'message';

/** Returns the kind by which an entry is filtered. A contact by mail or text is a message. */
const getFilterKind = ({ kind, after }: TimelineEntry): FilterKind =>
  kind === 'contact' && getText(after, 'channel') !== 'phone' ? 'message' : kind;

/** Groups lines by the day, in the owner's time zone. */
function groupByDay(lines: readonly TimelineLine[]) {
  const days: { key: number; lines: TimelineLine[] }[] = [];
  for (const line of lines) {
    const key = getDayNumber(new Date(line.entry.at));
    const last = days.at(-1);
    if (last?.key === key) last.lines.push(line);
    else days.push({ key, lines: [line] });
  }
  return days;
}

interface TimelineProps {
  lead: LeadDetail;
  note: RefObject<HTMLTextAreaElement | null>;
  describeEntry: (entry: TimelineEntry) => string | undefined;
  plannedCalls: PlannedEntry[];
  onOpen: OpenDialog;
}

/** Everything that happened, newest first, with what is planned above. */
export function Timeline(props: TimelineProps) {
  const now = useNow();
  const { lead, note, describeEntry, plannedCalls, onOpen } = props;
  const [filter, setFilter] = useState(0);
  const days = useMemo(() => {
    const kinds: readonly FilterKind[] = filters[filter]?.kinds ?? [];
    const isShown = (entry: TimelineEntry) =>
      kinds.length === 0 || kinds.includes(getFilterKind(entry));
    return groupByDay(groupCalls(lead.timeline.filter(isShown)));
  }, [lead.timeline, filter]);
  return (
    <section
      className={styles.section}
      id="timeline"
      aria-labelledby="timeline-heading"
      tabIndex={-1}
    >
      <div className={styles.title}>
        <h2 id="timeline-heading" className={partStyles.hiddenOnPhones}>
          Timeline
        </h2>
        <SegmentedControl
          label="Show"
          options={filters.map(({ label }, value) => ({ value, label }))}
          value={filter}
          onChange={setFilter}
          isCompact
        />
      </div>
      {lead.deletedAt === null && <Composer lead={lead} note={note} onOpen={onOpen} />}
      {filter === 0 && <Planned lead={lead} calls={plannedCalls} onOpen={onOpen} />}
      <p className={styles.now}>
        <time dateTime={now.toISOString()}>
          <span className={layoutStyles.visuallyHidden}>Now: </span>
          {formatTime(now)}
        </time>
      </p>
      {days.length === 0 && <p className={styles.empty}>Nothing of this kind yet.</p>}
      {days.map(({ key, lines }) => (
        <div key={key}>
          <h3 className={styles.day}>
            {lines[0] && formatLongDay(new Date(lines[0].entry.at), now)}
          </h3>
          <ol className={styles.entries}>
            {lines.map(({ entry, rest }) => (
              <TimelineItem
                key={`${entry.kind} ${entry.id}`}
                entry={entry}
                rest={rest}
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

/** A call that is planned. */
export interface PlannedEntry {
  id: string;
  text: string;
  dueAt: string | null;
  /** Link of the meeting. */
  meetingUrl: string | null;
}

interface PlannedProps {
  lead: LeadDetail;
  calls: PlannedEntry[];
  onOpen: OpenDialog;
}

/** Next steps and calls, the latest first, along a yellow bar above the line that marks the present. */
function Planned({ lead, calls, onOpen }: PlannedProps) {
  const now = useNow();
  const steps = listSteps(lead).map((step) => ({ id: step.taskId, ...step }));
  const planned = [...steps, ...calls].sort((a, b) =>
    (a.dueAt ?? '9999') < (b.dueAt ?? '9999') ? 1 : -1,
  );
  if (planned.length === 0) return null;
  const isReadOnly = lead.deletedAt !== null;
  return (
    <ol className={`${styles.entries} ${styles.planned}`} aria-label="Planned">
      {planned.map((entry) => {
        const { id, text, dueAt } = entry;
        const isStep = 'taskId' in entry;
        const isLate = isStep && dueAt !== null && dueAt < now.toISOString();
        const due = dueAt === null ? 'No due date' : formatDue(dueAt, now).replace(/^Today, /, '');
        return (
          <li key={id}>
            <span className={isLate ? `${styles.time} ${styles.late}` : styles.time}>
              {isLate ? `Due ${formatEnd(dueAt, now)}` : due}
            </span>
            <span className={styles.rail} aria-hidden="true" />
            <div className={`${styles.content} ${isStep ? styles.task : ''}`}>
              {isStep ? (
                <StepCheckbox step={entry} isReadOnly={isReadOnly}>
                  <b>{text}</b>
                </StepCheckbox>
              ) : (
                <p>
                  <b>{text}</b>{' '}
                  {entry.meetingUrl && (
                    <a href={entry.meetingUrl} target="_blank" rel="noopener noreferrer">
                      Meeting link
                    </a>
                  )}
                </p>
              )}
              {isStep && !isReadOnly && (
                <span className={styles.stepActions}>
                  <IconButton label={`Change ${text}`} onClick={() => onOpen('step', entry)}>
                    <Pencil />
                  </IconButton>
                  <PutOff
                    step={entry}
                    onOtherDay={(chosen, dueAt) => onOpen('step', chosen, dueAt)}
                  />
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** A line of the timeline: an entry, or a call with all its entries. */
interface TimelineLine {
  entry: TimelineEntry;
  /** A call's earlier steps and its mails, newest first. */
  rest: TimelineEntry[];
}

/** Returns the call that an entry is part of. A delivery that failed has a line of its own. */
const findCallId = ({ after }: TimelineEntry): string | undefined =>
  getText(after, 'status') === 'failed' ? undefined : getText(after, 'callId');

/** Groups the steps and mails of each call in the line of its newest step. */
function groupCalls(entries: readonly TimelineEntry[]): TimelineLine[] {
  const lines = new Map<string | undefined, TimelineLine>();
  for (const entry of entries) {
    const callId = findCallId(entry);
    if (entry.kind === 'call' && callId && !lines.has(callId)) {
      lines.set(callId, { entry, rest: [] });
    }
  }
  return entries.flatMap((entry) => {
    const line = lines.get(findCallId(entry));
    if (!line) return { entry, rest: [] };
    if (line.entry === entry) return line;
    line.rest.push(entry);
    return [];
  });
}
