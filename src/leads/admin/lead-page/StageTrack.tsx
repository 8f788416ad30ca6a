import { formatDateTime, getDateFormat } from '../../../lib/time/format-date';
import { formatStatus, type LeadStatus, leadStatuses } from '../../contract';
import type { LeadDetail } from '../../detail-contract';
import { formatDuration, useNow } from '../format-due';
import { usePatchLead } from '../mutations';
import { findStatusByKey, StatusSelect } from '../status/status-controls';
import * as styles from './StageTrack.module.css';

const track: readonly LeadStatus[] = leadStatuses.filter((status) => status !== 'closed_lost');

interface Change {
  status: unknown;
  at: string;
}

/** Lists the statuses that a lead had, without those of merged inquiries, the first one first. */
function listStatuses({ id, timeline, status, createdAt }: LeadDetail): Change[] {
  const changes = timeline
    .filter(({ kind, leadId }) => kind === 'status' && leadId === id)
    .toReversed();
  const first = changes[0]?.before?.status ?? status;
  return [
    { status: first, at: createdAt },
    ...changes.map(({ at, after }) => ({ status: after?.status, at })),
  ];
}

/** Describes the last time that a lead had a status: since when, or when and for how long. */
function describeStage(changes: readonly Change[], status: LeadStatus, now: Date) {
  const index = changes.findLastIndex((change) => change.status === status);
  const entered = changes[index];
  if (!entered) return undefined;
  const left = changes[index + 1];
  const durationMs = (left ? Date.parse(left.at) : now.getTime()) - Date.parse(entered.at);
  if (!left) return { text: `for ${formatDuration(durationMs)}`, took: '' };
  const day = getDateFormat({ month: 'short', day: 'numeric' }).format(new Date(entered.at));
  return { text: day, took: `, took ${formatDuration(durationMs)}` };
}

interface Props {
  lead: LeadDetail;
  /** Called to ask why the lead is lost. */
  onLost: () => void;
}

/** The lead's stages. Each is a button that sets the status. */
export function StageTrack({ lead, onLost }: Props) {
  const now = useNow();
  const patch = usePatchLead();
  const changes = listStatuses(lead);
  const current = track.indexOf(lead.status);
  const isDeleted = lead.deletedAt !== null;
  const choose = (status: LeadStatus) => {
    if (status !== lead.status) patch.mutate({ id: lead.id, patch: { status } });
  };
  const chooseOrAsk = (status: LeadStatus) => {
    if (status !== 'closed_lost') choose(status);
    else if (lead.status !== status) onLost();
  };
  const since = changes.at(-1);
  return (
    <>
      <fieldset
        className={styles.track}
        aria-label="Status"
        data-part="stages"
        onKeyDown={(event) => {
          const status = findStatusByKey(event);
          if (!status || isDeleted) return;
          // The page has the same keys wherever the focus is.
          event.preventDefault();
          chooseOrAsk(status);
        }}
      >
        {track.map((status, index) => {
          const stage = describeStage(changes, status, now);
          const isPassed = index < current;
          return (
            <button
              key={status}
              type="button"
              className={isPassed ? styles.passed : undefined}
              aria-pressed={status === lead.status}
              disabled={isDeleted}
              onClick={() => choose(status)}
            >
              <span>{formatStatus(status)}</span>
              {stage && (isPassed || status === lead.status) && (
                <small>
                  {stage.text}
                  <span className={styles.took}>{stage.took}</span>
                </small>
              )}
            </button>
          );
        })}
        <button
          type="button"
          className={styles.lost}
          aria-pressed={lead.status === 'closed_lost'}
          disabled={isDeleted}
          onClick={() => chooseOrAsk('closed_lost')}
        >
          <span>closed lost</span>
          {lead.status === 'closed_lost' && since && <small>{formatDateTime(since.at, now)}</small>}
        </button>
      </fieldset>
      {/* On phones the stages have no labels, so a list sets the status. */}
      <div className={styles.line}>
        <strong>{formatStatus(lead.status)}</strong>
        <span>Change status</span>
        <StatusSelect
          label="Change status"
          value={lead.status}
          disabled={isDeleted}
          isCover
          onChoose={chooseOrAsk}
        />
      </div>
    </>
  );
}
