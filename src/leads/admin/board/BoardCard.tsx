import { useDraggable } from '@dnd-kit/core';
import { type KeyboardEvent, type SyntheticEvent, useEffect } from 'react';
import { Link } from 'wouter';
import { DAY } from '../../../lib/time/durations';
import { CircleAlert } from '../../../ui/icons/admin-icons';
import { Ellipsis } from '../../../ui/icons/desk-icons';
import type { LeadStatus, ListedLead } from '../../contract';
import { useNow } from '../format-due';
import { findPlanned, formatValue, isOpenLead, isReachable } from '../labels';
import { DueTime, NoNextStep, PlanSign, WaitingTime } from '../lead-parts';
import { PutOffDue } from '../status/PutOff';
import { findStatusByKey, StatusSelect } from '../status/status-controls';
import { buildLeadPath, type LeadFilter } from '../table/lead-filter';
import * as styles from './BoardCard.module.css';
import type { BoardDrag, CardData } from './use-board-drag';

/** Days without activity after which an open lead without a planned call is marked as quiet. */
const quietDays = 14;

interface Props {
  lead: ListedLead;
  filter: LeadFilter;
  drag: Pick<BoardDrag, 'onRemoved' | 'onBlur' | 'focusCard'>;
  onMove: (lead: ListedLead, status: LeadStatus) => void;
}

/** A lead on the board. */
export function BoardCard({ lead, filter, drag, onMove }: Props) {
  const now = useNow();
  const { onRemoved } = drag;
  useEffect(() => () => onRemoved(lead), [onRemoved]);
  const draggable = useDraggable({ id: lead.id, data: { lead } satisfies CardData });
  const startDrag = (event: SyntheticEvent, start: 'onMouseDown' | 'onTouchStart') => {
    const isControl =
      event.target instanceof Element && event.target.closest('button,select,input');
    if (!isControl) draggable.listeners?.[start]?.(event);
  };
  const days = Math.floor((now.getTime() - Date.parse(lead.lastActivityAt)) / DAY);
  /** Sets a status by its number, as in the table. The arrow keys move a card that is lifted. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const status = draggable.isDragging ? undefined : findStatusByKey(event);
    if (!status) return draggable.listeners?.onKeyDown?.(event);
    // Otherwise the key would choose a view.
    event.preventDefault();
    if (status === lead.status) return;
    drag.focusCard(lead.id);
    onMove(lead, status);
  }
  const isQuiet = isOpenLead(lead) && lead.nextCallAt === null && days >= quietDays;
  return (
    <li
      ref={draggable.setNodeRef}
      className={styles.card}
      data-card={lead.id}
      data-quiet={isQuiet || undefined}
      data-lifted={draggable.isDragging || undefined}
      onMouseDown={(event) => startDrag(event, 'onMouseDown')}
      onTouchStart={(event) => startDrag(event, 'onTouchStart')}
    >
      {isQuiet && (
        <p className={styles.quiet}>
          <CircleAlert />
          Quiet for {days} days
        </p>
      )}
      <div className={styles.head}>
        <h4>
          <Link
            ref={draggable.setActivatorNodeRef}
            href={buildLeadPath(lead.id, filter)}
            draggable={false}
            aria-describedby={draggable.attributes['aria-describedby']}
            onKeyDown={onKeyDown}
            onBlur={drag.onBlur}
          >
            {lead.companyName}
          </Link>
        </h4>
        <div className={styles.more}>
          <Ellipsis />
          <StatusSelect
            label={`Move ${lead.companyName} to`}
            value={lead.status}
            isCover
            onChoose={(status) => onMove(lead, status)}
          />
        </div>
      </div>
      <CardFacts lead={lead} />
    </li>
  );
}

/** Facts on a card below the company: contact, waiting time, package with value, next step. */
export function CardFacts({ lead }: { lead: ListedLead }) {
  const planned = findPlanned(lead);
  return (
    <>
      <p className={styles.who}>
        {lead.contactName}
        {lead.suspect && ', suspected spam'}
      </p>
      {lead.status === 'new' && !lead.suspect && <WaitingTime since={lead.createdAt} />}
      <p className={styles.worth}>
        <span>
          {lead.interestedPackage ?? 'No package'} {lead.plan && <PlanSign plan={lead.plan} />}
        </span>
        {lead.value === null ? <span>{formatValue(null)}</span> : <b>{formatValue(lead.value)}</b>}
      </p>
      {planned ? (
        <div className={styles.next}>
          <p>
            <b>{planned.text}</b>
            <DueTime dueAt={planned.dueAt} />
          </p>
          <PutOffDue lead={lead} className={styles.putOff} />
        </div>
      ) : (
        isOpenLead(lead) &&
        isReachable(lead) && (
          <p className={styles.next}>
            <NoNextStep />
          </p>
        )
      )}
    </>
  );
}
