import { type ComponentType, type ReactNode, useState } from 'react';
import { formatCount } from '../../../lib/format-number';
import { formatDateTime, formatTime } from '../../../lib/time/format-date';
import { IconButton } from '../../../ui/Button';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDialog';
import { Pencil, Trash2 } from '../../../ui/icons/admin-icons';
import {
  ArrowRight,
  CircleCheck,
  CreditCard,
  FileText,
  GitMerge,
  LinkIcon,
  Mail,
  MessageSquare,
  PhoneCall,
  StickyNote,
} from '../../../ui/icons/desk-icons';
import type { LeadDetail, TimelineEntry } from '../../detail-contract';
import { useDeleteNote } from '../mutations';
import { useProjectManagers } from '../queries';
import * as styles from './Timeline.module.css';
import {
  DeliveryEntry,
  describeEdit,
  describeNextStep,
  describePlanChange,
  getText,
  StageMove,
} from './timeline-entries';

const icons: Partial<Record<TimelineEntry['kind'], ComponentType>> = {
  status: ArrowRight,
  edited: Pencil,
  merged: GitMerge,
  unmerged: GitMerge,
  note: StickyNote,
  'task-done': CircleCheck,
  task: CircleCheck,
  'next-step': CircleCheck,
  delivery: Mail,
  payment: CreditCard,
  call: PhoneCall,
  deleted: Trash2,
};

/** Entries that are one sentence. */
const sentences: Partial<
  Record<TimelineEntry['kind'], string | ((entry: TimelineEntry) => string)>
> = {
  task: ({ after }) => `Next step: ${getText(after, 'title') ?? ''}`,
  'task-done': ({ after }) => `Next step done: ${getText(after, 'title') ?? ''}`,
  'next-step': ({ before, after }) => describeNextStep(before, after),
  plan: ({ before, after }) => describePlanChange(before, after),
  spam: ({ after }) => (after?.suspect === null ? 'Marked as not spam' : 'Marked as spam'),
  added: 'Added by hand',
  imported: 'Imported from a file',
  merged: 'Merged with another inquiry',
  unmerged: 'Merge undone',
  unrelated: 'Another inquiry marked as not the same person',
  related: 'Another inquiry may be the same person again',
  deleted: 'Deleted',
  restored: 'Restored',
};

interface Props {
  entry: TimelineEntry;
  lead: LeadDetail;
  /** Describes the entries of other features. */
  describeEntry: (entry: TimelineEntry) => string | undefined;
}

function getIcon({ kind, after }: TimelineEntry) {
  if (kind === 'contact') {
    const channel = getText(after, 'channel') ?? '';
    if (channel === 'text') return MessageSquare;
    return channel.endsWith('mail') ? Mail : PhoneCall;
  }
  if (kind === 'delivery' && getText(after, 'kind')?.includes('webhook')) return LinkIcon;
  return icons[kind] ?? FileText;
}

interface ItemProps extends Props {
  /** The earlier steps and the mails of a call, which open below it. */
  rest: readonly TimelineEntry[];
}

/** One line of the timeline. */
export function TimelineItem({ entry, rest, lead, describeEntry }: ItemProps) {
  const Icon = getIcon(entry);
  return (
    <li>
      <time className={styles.time} dateTime={entry.at}>
        {formatTime(new Date(entry.at))}
      </time>
      <span className={styles.rail} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles.content}>
        <EntryContent entry={entry} lead={lead} describeEntry={describeEntry} />
        {rest.length > 0 && (
          <details className={styles.rest}>
            <summary>{describeRest(rest)}</summary>
            <ol>
              {rest.map((one) => (
                <li key={one.id}>
                  <time dateTime={one.at}>{formatDateTime(one.at)}</time>
                  <EntryContent entry={one} lead={lead} describeEntry={describeEntry} />
                </li>
              ))}
            </ol>
          </details>
        )}
      </div>
    </li>
  );
}

/** Counts what happened to a call before: "2 earlier steps, 4 messages". */
function describeRest(rest: readonly TimelineEntry[]): string {
  const steps = rest.filter(({ kind }) => kind === 'call').length;
  const messages = rest.length - steps;
  return [
    ...(steps > 0 ? [formatCount(steps, 'earlier step')] : []),
    ...(messages > 0 ? [formatCount(messages, 'message')] : []),
  ].join(', ');
}

function EntryContent({ entry, lead, describeEntry }: Props) {
  const { kind, before, after } = entry;
  switch (kind) {
    case 'inquiry':
      return <Inquiry entry={entry} lead={lead} />;
    case 'status':
      return <StageMove before={before} after={after} by={entry.by} />;
    case 'note':
      return <Note entry={entry} isReadOnly={lead.deletedAt !== null} />;
    case 'contact':
      return <Contact entry={entry} />;
    case 'delivery':
      return <DeliveryEntry entry={entry} lead={lead} />;
    case 'assigned':
      return <Assigned entry={entry} />;
    case 'edited':
      return (
        <Line by={entry.by} title="Corrected">
          <ul className={styles.changes}>
            {describeEdit(before, after).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Line>
      );
    default: {
      const sentence = sentences[kind] ?? 'Changed';
      const own = typeof sentence === 'string' ? sentence : sentence(entry);
      return (
        <Line by={kind === 'task-done' ? null : entry.by} title={describeEntry(entry) ?? own}>
          <NoteText text={getText(after, 'note') ?? getText(after, 'text')} />
        </Line>
      );
    }
  }
}

interface LineProps {
  title: string;
  by?: string | null;
  /** In place of who did it: " for Full PM". */
  suffix?: string | undefined;
  children?: ReactNode;
}

function Line({ title, by, suffix = by ? ` by ${by}` : '', children }: LineProps) {
  return (
    <>
      <p>
        <b>{title}</b>
        {suffix && <span className={styles.by}>{suffix}</span>}
      </p>
      {children}
    </>
  );
}

/** A note on an entry, if there is one. */
function NoteText({ text }: { text: string | undefined }) {
  return text && <p className={styles.note}>{text}</p>;
}

function Inquiry({ entry, lead }: { entry: TimelineEntry; lead: LeadDetail }) {
  const message = getText(entry.after, 'message');
  const packageName = getText(entry.after, 'interestedPackage');
  return (
    <Line
      title={entry.leadId === lead.id ? 'Inquiry' : 'Other inquiry'}
      suffix={packageName && ` for ${packageName}`}
    >
      {message && <p className={styles.quote}>{message}</p>}
    </Line>
  );
}

function Note({ entry, isReadOnly }: { entry: TimelineEntry; isReadOnly: boolean }) {
  const remove = useDeleteNote();
  const [isAsking, setIsAsking] = useState(false);
  const { id, leadId, by, after } = entry;
  return (
    <>
      <div className={styles.noteHead}>
        <Line title="Note" by={by} />
        {!isReadOnly && (
          <IconButton label="Delete note" onClick={() => setIsAsking(true)}>
            <Trash2 />
          </IconButton>
        )}
      </div>
      <p className={styles.note}>{getText(after, 'text')}</p>
      <ConfirmDelete
        name={isAsking ? 'this note' : null}
        note="The history does not keep its text."
        pending={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate({ leadId, id }, { onSettled: () => setIsAsking(false) })}
      />
    </>
  );
}

const contactTitles: Record<string, string> = {
  phone: 'Call',
  mail: 'Mail sent',
  'sent-mail': 'Mail',
  text: 'Text sent',
};

function Contact({ entry: { after, by } }: { entry: TimelineEntry }) {
  const [first, ...rest] = (getText(after, 'note') ?? '').split('\n');
  const channel = contactTitles[getText(after, 'channel') ?? ''] ?? 'Contact';
  const title = first ? `${channel}: ${first}` : channel;
  const minutes = after?.minutes;
  return (
    <Line
      by={by}
      title={typeof minutes === 'number' ? `${title}, ${formatCount(minutes, 'minute')}` : title}
    >
      <NoteText text={rest.join('\n')} />
    </Line>
  );
}

function Assigned({ entry: { after, by } }: { entry: TimelineEntry }) {
  const { data: managers = [], isSuccess, isFetching } = useProjectManagers();
  const id = getText(after, 'assignedPmId');
  const name = id ? managers.find((manager) => manager.id === id)?.name : 'nobody';
  // Only a current list shows that somebody was removed.
  const unknown = isSuccess && !isFetching ? 'somebody removed' : 'somebody';
  return <Line by={by} title={`Assigned to ${name ?? unknown}`} />;
}
