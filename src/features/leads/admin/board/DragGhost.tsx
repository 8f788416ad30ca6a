import { createPortal } from 'react-dom';
import { useNow } from '../use-now';
import { CardFacts } from './BoardCard';
import * as styles from './BoardCard.module.css';
import type { DraggedCard } from './use-board-drag';

interface Props {
  dragged: DraggedCard;
  point: { x: number; y: number };
}

/** The card under the pointer while it is dragged. */
export function DragGhost({ dragged: { lead, width }, point }: Props) {
  const now = useNow();
  return createPortal(
    <div
      className={`${styles.card} ${styles.ghost}`}
      aria-hidden="true"
      data-ghost
      style={{ width, transform: `translate(${point.x}px, ${point.y}px)` }}
    >
      <p className={styles.ghostTitle}>{lead.companyName}</p>
      <CardFacts lead={lead} now={now} />
    </div>,
    document.body,
  );
}
