import { DndContext, DragOverlay } from '@dnd-kit/core';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useToast } from '../../../../ui/toast';
import { formatStatus, type LeadStatus, type ListedLead, leadStatuses } from '../../contract';
import type { LeadFilter } from '../lead-filter';
import { LostDialog } from '../lead-page/LostDialog';
import { usePatchLead } from '../mutations';
import { useLeadStages } from '../queries';
import { useNow } from '../use-now';
import { CardFacts } from './BoardCard';
import * as cardStyles from './BoardCard.module.css';
import { BoardColumn, type PendingMoves } from './BoardColumn';
import * as styles from './LeadBoard.module.css';
import { useBoardDrag } from './use-board-drag';

/** The moves that are being stored, and a function that stores one. */
function useMoves() {
  const patch = usePatchLead();
  const [moves, setMoves] = useState<PendingMoves>(new Map());

  /**
   * @param version set to undo a move, unless the lead was changed since
   * @returns the lead's new version; undefined if it was not moved
   */
  async function store(lead: ListedLead, status: LeadStatus, version?: string) {
    setMoves((current) => new Map(current).set(lead.id, { lead, status }));
    // The toast shows the reason of a failure, and the card returns to its column.
    const stored = await patch
      .mutateAsync({ id: lead.id, patch: { status }, ...(version !== undefined && { version }) })
      .catch(() => undefined);
    setMoves((current) => new Map([...current].filter(([id]) => id !== lead.id)));
    return stored?.updatedAt;
  }

  return { moves, store };
}

/** The leads in a column for each status. A card is dragged to change its lead's status. */
export function LeadBoard({ filter }: { filter: LeadFilter }) {
  const now = useNow();
  const board = useRef<HTMLDivElement>(null);
  const stages = useLeadStages({ ...filter, status: '' });
  const toast = useToast();
  const { moves, store } = useMoves();
  const [losing, setLosing] = useState<ListedLead | null>(null);

  function move(lead: ListedLead, status: LeadStatus) {
    if (status === lead.status) return;
    // The dialog asks for the reason first.
    if (status === 'closed_lost') setLosing(lead);
    else void store(lead, status).then((version) => version && offerUndo(lead, status, version));
  }

  const drag = useBoardDrag(board, move);

  const offerUndo = (lead: ListedLead, status: LeadStatus, version: string) =>
    toast({
      title: `${lead.companyName} is ${formatStatus(status)}`,
      action: {
        label: 'Undo',
        run() {
          drag.focusCard(lead.id);
          void store(lead, lead.status, version);
        },
      },
    });

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
              now={now}
              moves={moves}
              drag={drag}
              onMove={move}
            />
          ))}
        </div>
        <DragGhost lead={drag.dragged} />
      </DndContext>
      {losing && <LostDialog lead={losing} onClose={() => setLosing(null)} />}
    </>
  );
}

/** The card under the pointer while it is dragged. */
function DragGhost({ lead }: { lead: ListedLead | null }) {
  const now = useNow();
  return createPortal(
    <DragOverlay dropAnimation={null} zIndex={60}>
      {lead && (
        <div className={`${cardStyles.card} ${cardStyles.ghost}`} aria-hidden="true" data-ghost>
          <p className={cardStyles.ghostTitle}>{lead.companyName}</p>
          <CardFacts lead={lead} now={now} />
        </div>
      )}
    </DragOverlay>,
    document.body,
  );
}
