import { DndContext, DragOverlay, useDroppable } from '@dnd-kit/core';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatCount } from '../../../lib/format-number';
import { QueryState, ShowMore } from '../../../ui/QueryState';
import * as stateStyles from '../../../ui/styles/states.module.css';
import { formatStatus, type LeadStatus, type ListedLead, leadStatuses } from '../../contract';
import { formatValueSum } from '../labels';
import { LeadStage } from '../lead-parts';
import { type LeadStages, useLeadStages, useLeads } from '../queries';
import { useStatusChange } from '../status/status-controls';
import type { LeadFilter } from '../table/lead-filter';
import { BoardCard, CardFacts } from './BoardCard';
import * as cardStyles from './BoardCard.module.css';
import * as styles from './LeadBoard.module.css';
import { type BoardDrag, useBoardDrag } from './use-board-drag';

/** Cards of a column before "Show more". */
const cardsPerPage = 20;

/** Leads whose new status is not stored or not read again yet. */
type PendingMoves = ReadonlyMap<string, { lead: ListedLead; status: LeadStatus }>;

interface Props {
  status: LeadStatus;
  filter: LeadFilter;
  /** Count and value of the column; undefined while they load. */
  stage: LeadStages[number] | undefined;
  moves: PendingMoves;
  drag: BoardDrag;
  onMove: (lead: ListedLead, status: LeadStatus) => void;
}

const withoutMove = (moves: PendingMoves, leadId: string): PendingMoves =>
  new Map([...moves].filter(([id]) => id !== leadId));

/** Applies the moves that the server's lists do not have yet. */
function applyMoves(leads: readonly ListedLead[], status: LeadStatus, moves: PendingMoves) {
  const staying = leads.filter(({ id }) => (moves.get(id)?.status ?? status) === status);
  const arriving = [...moves.values()]
    .filter((move) => move.status === status && !staying.some(({ id }) => id === move.lead.id))
    .map((move) => ({ ...move.lead, status }));
  return [...arriving, ...staying];
}

/** A column of the board: its stage, count and value, and its leads. */
function BoardColumn({ status, filter, stage, moves, drag, onMove }: Props) {
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
      data-over={isOver || undefined}
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
      <QueryState
        name="The leads"
        display="line"
        query={list}
        className={styles.failed}
        loading={<span className={`${stateStyles.skeleton} ${styles.placeholder}`} />}
      />
      <ul className={styles.cards}>
        {leads.map((lead) => (
          <BoardCard key={lead.id} lead={lead} filter={filter} drag={drag} onMove={onMove} />
        ))}
      </ul>
      <ShowMore list={list} variant="quiet">
        Show more
      </ShowMore>
    </section>
  );
}

/** The leads in a column for each status. A card is dragged to change its lead's status. */
export function LeadBoard({ filter }: { filter: LeadFilter }) {
  const board = useRef<HTMLDivElement>(null);
  const stages = useLeadStages({ ...filter, status: '' });
  const [moves, setMoves] = useState<PendingMoves>(new Map());
  const { change, dialog } = useStatusChange({
    onPending(lead, status) {
      const move = { lead, status };
      setMoves((current) => new Map([...withoutMove(current, lead.id), [lead.id, move]]));
      // A later move of the same card stays.
      return () =>
        setMoves((current) =>
          current.get(lead.id) === move ? withoutMove(current, lead.id) : current,
        );
    },
    onUndo: ({ id }) => drag.focusCard(id),
  });
  const drag = useBoardDrag(board, change);

  return (
    <>
      <nav className={styles.picker} aria-label="Stages">
        {leadStatuses.map((status) => (
          <a key={status} href={`#stage-${status}`}>
            {formatStatus(status)}
          </a>
        ))}
      </nav>
      <DndContext {...drag.context}>
        <div
          className={styles.board}
          ref={board}
          data-dragging={drag.dragged !== null || undefined}
        >
          {leadStatuses.map((status) => (
            <BoardColumn
              key={status}
              status={status}
              filter={filter}
              stage={stages.data?.find((stage) => stage.status === status)}
              moves={moves}
              drag={drag}
              onMove={change}
            />
          ))}
        </div>
        <DragGhost lead={drag.dragged} />
      </DndContext>
      {dialog}
    </>
  );
}

/** The card under the pointer while it is dragged. */
function DragGhost({ lead }: { lead: ListedLead | null }) {
  return createPortal(
    <DragOverlay dropAnimation={null} zIndex={60}>
      {lead && (
        <div className={`${cardStyles.card} ${cardStyles.ghost}`} aria-hidden="true" data-ghost>
          <p className={cardStyles.ghostTitle}>{lead.companyName}</p>
          <CardFacts lead={lead} />
        </div>
      )}
    </DragOverlay>,
    document.body,
  );
}
