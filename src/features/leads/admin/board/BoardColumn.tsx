import { useDroppable } from '@dnd-kit/core';
import { formatCount } from '../../../../lib/format-count';
import { LoadError } from '../../../../ui/LoadError';
import { ShowMore } from '../../../../ui/ShowMore';
import * as stateStyles from '../../../../ui/states.module.css';
import { formatStatus, type LeadStatus, type ListedLead } from '../../contract';
import { LeadStage } from '../LeadStage';
import { formatValueSum } from '../labels';
import type { LeadFilter } from '../lead-filter';
import { type LeadStages, useLeads } from '../queries';
import { BoardCard } from './BoardCard';
import * as styles from './LeadBoard.module.css';
import type { BoardDrag } from './use-board-drag';

/** Cards of a column before "Show more". */
const cardsPerPage = 20;

/** Leads whose new status is not stored or not read again yet. */
export type PendingMoves = ReadonlyMap<string, { lead: ListedLead; status: LeadStatus }>;

interface Props {
  status: LeadStatus;
  filter: LeadFilter;
  /** Count and value of the column; undefined while they load. */
  stage: LeadStages[number] | undefined;
  now: Date;
  moves: PendingMoves;
  drag: BoardDrag;
  onMove: (lead: ListedLead, status: LeadStatus) => void;
}

/** Applies the moves that the server's lists do not have yet. */
function applyMoves(leads: readonly ListedLead[], status: LeadStatus, moves: PendingMoves) {
  const staying = leads.filter(({ id }) => (moves.get(id)?.status ?? status) === status);
  const arriving = [...moves.values()]
    .filter((move) => move.status === status && !staying.some(({ id }) => id === move.lead.id))
    .map((move) => ({ ...move.lead, status }));
  return [...arriving, ...staying];
}

/** A column of the board: its stage, count and value, and its leads. */
export function BoardColumn({ status, filter, stage, now, moves, drag, onMove }: Props) {
  const list = useLeads({ ...filter, status }, cardsPerPage);
  const leads = applyMoves(list.data?.leads ?? [], status, moves);
  const { setNodeRef, isOver } = useDroppable({ id: status });
  const isTarget = isOver && drag.dragged !== null && drag.dragged.status !== status;
  const count = stage?.count ?? 0;
  return (
    <section
      ref={setNodeRef}
      className={styles.column}
      id={`stage-${status}`}
      data-column={status}
      aria-labelledby={`heading-${status}`}
    >
      <div className={styles.columnHead}>
        <LeadStage status={status} isPlain />
        <h3 id={`heading-${status}`}>{formatStatus(status)}</h3>
        <p>
          {stage && (
            <>
              <span>{formatCount(count, 'lead')}</span>
              <span>{formatValueSum(count, stage.value)}</span>
            </>
          )}
        </p>
      </div>
      {isTarget && <div className={styles.slot} aria-hidden="true" />}
      {list.isPending && <span className={`${stateStyles.skeleton} ${styles.placeholder}`} />}
      {list.isError && !list.data && (
        <LoadError subject="leads" query={list} className={styles.failed} />
      )}
      <ul className={styles.cards}>
        {leads.map((lead) => (
          <BoardCard
            key={lead.id}
            lead={lead}
            filter={filter}
            now={now}
            drag={drag}
            onMove={onMove}
          />
        ))}
      </ul>
      <ShowMore list={list} variant="quiet">
        Show more
      </ShowMore>
    </section>
  );
}
