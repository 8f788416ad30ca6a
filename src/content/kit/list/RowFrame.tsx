import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode, SyntheticEvent } from 'react';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from '../../../ui/admin-icons';
import { IconButton } from '../../../ui/Button';
import { SelectBox } from '../../../ui/list/SelectBox';
import type { Selection } from '../../../ui/list/use-selection';
import * as styles from './rows.module.css';

/** Whether a row can be moved now. */
export type MoveState = 'yes' | 'pending' | 'no';

interface Props {
  id: string;
  /** The item's name. */
  name: string;
  index: number;
  count: number;
  /** Distance from the start of the list, in CSS pixels. */
  top: number;
  measure: (row: HTMLLIElement | null) => void;
  moveState: MoveState;
  /** Whether this row's new position is being saved. */
  isMoving: boolean;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
  selection: Pick<Selection, 'isSelected' | 'toggle'>;
  /** Called when the owner is about to edit: preloads the form. */
  onEditIntent: () => void;
  children: ReactNode;
}

/** Whether a drag can start on this element. It can't on controls other than the grip. */
const canGrab = (target: EventTarget): boolean =>
  target instanceof Element &&
  !target.closest('button:not([data-control="grip"]), [data-control="select"]');

/** A row with its content and the controls to move, edit and delete it. */
export function RowFrame(props: Props) {
  const { id, name, index, count, top, measure, moveState, selection } = props;
  const { onEdit, onDelete, onEditIntent, children } = props;
  const {
    setNodeRef,
    setActivatorNodeRef,
    listeners,
    attributes,
    transform,
    transition,
    isDragging,
  } = useSortable({ id, disabled: { draggable: moveState !== 'yes', droppable: false } });

  const startDrag = (event: SyntheticEvent, start: 'onMouseDown' | 'onTouchStart') => {
    if (canGrab(event.target)) listeners?.[start]?.(event);
  };

  return (
    <li
      ref={(row) => {
        setNodeRef(row);
        measure(row);
      }}
      className={isDragging ? styles.dragged : undefined}
      data-row={id}
      data-index={index}
      data-grabs={moveState === 'yes' || undefined}
      data-selected={selection.isSelected(id) || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      // The content security policy allows this style: only the browser renders it.
      style={{ top, transform: CSS.Translate.toString(transform), transition }}
      onMouseDown={(event) => startDrag(event, 'onMouseDown')}
      onTouchStart={(event) => startDrag(event, 'onTouchStart')}
    >
      <SelectBox id={id} label={`Choose ${name}`} selection={selection} className={styles.select} />
      <div className={styles.order}>
        <IconButton
          data-control="grip"
          ref={setActivatorNodeRef}
          className={styles.grip}
          label={`Reorder ${name}`}
          disabled={moveState === 'no'}
          aria-disabled={moveState === 'pending' || undefined}
          aria-roledescription="sortable"
          aria-describedby={attributes['aria-describedby']}
          aria-pressed={isDragging || undefined}
          onKeyDown={(event) => listeners?.onKeyDown?.(event)}
        >
          <GripVertical />
        </IconButton>
        <ArrowButton {...props} direction="up" />
        <ArrowButton {...props} direction="down" />
      </div>
      <div className={styles.content}>{children}</div>
      <div className={styles.actions}>
        <IconButton
          data-control="edit"
          label={`Edit ${name}`}
          onClick={onEdit}
          onPointerEnter={onEditIntent}
          onFocus={onEditIntent}
        >
          <Pencil />
        </IconButton>
        <IconButton data-control="delete" label={`Delete ${name}`} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}

interface ArrowProps
  extends Pick<Props, 'name' | 'index' | 'count' | 'moveState' | 'isMoving' | 'onMove'> {
  direction: 'up' | 'down';
}

function ArrowButton(props: ArrowProps) {
  const { name, index, count, moveState, isMoving, onMove, direction } = props;
  const isEnd = index === (direction === 'up' ? 0 : count - 1);
  // The moved row's arrows stay enabled while it is saved: a disabled button loses the focus.
  const isWaiting = moveState === 'pending' && isMoving && !isEnd;
  return (
    <IconButton
      data-control={direction}
      label={`Move ${name} ${direction}`}
      disabled={isEnd || (moveState !== 'yes' && !isWaiting)}
      aria-disabled={isWaiting || undefined}
      onClick={() => moveState === 'yes' && onMove(direction === 'up' ? -1 : 1)}
    >
      {direction === 'up' ? <ArrowUp /> : <ArrowDown />}
    </IconButton>
  );
}
