import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ComponentType, SyntheticEvent } from 'react';
import { IconButton } from '../../../ui/Button';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from '../../../ui/icons/admin-icons';
import { SelectBox, type Selection } from '../../../ui/list/selection';
import type { BaseItem } from '../define-collection';
import { PublishState } from './PublishState';
import * as styles from './rows.module.css';

/** Whether a row can be moved now. */
type MoveState = 'yes' | 'pending' | 'no';

/** A list of items, and what the owner can do with them. */
export interface ItemList<T> {
  items: readonly T[];
  getName: (item: T) => string;
  Row: ComponentType<{ item: T }>;
  moveState: MoveState;
  /** Moves an item to a zero-based position. @returns whether it moves */
  onMove: (id: string, to: number) => boolean;
  onEdit: (item: T) => void;
  /** Called when the owner is about to edit: preloads the form. */
  onEditIntent: () => void;
  onDelete: (item: T) => void;
  selection: Pick<Selection, 'isSelected' | 'toggle'>;
}

interface Props<T> {
  list: ItemList<T>;
  item: T;
  index: number;
  /** Distance from the start of the list, in CSS pixels. */
  top: number;
  measure: (row: HTMLLIElement | null) => void;
  /** Whether this row's new position is being saved. */
  isMoving: boolean;
  onStep: (by: -1 | 1) => void;
}

/** Whether a drag can start on this element. It can't on controls other than the grip. */
const canGrab = (target: EventTarget): boolean =>
  target instanceof Element &&
  !target.closest('button:not([data-control="grip"]), [data-control="select"]');

/** A row with its content and the controls to move, edit and delete it. */
export function RowFrame<T extends BaseItem>(props: Props<T>) {
  const { list, item, index, top, measure } = props;
  const { Row, moveState, onEditIntent, selection } = list;
  const { id } = item;
  const name = list.getName(item);
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
      aria-setsize={list.items.length}
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
      <div className={styles.content}>
        <Row item={item} />
        <PublishState item={item} />
      </div>
      <div className={styles.actions}>
        <IconButton
          data-control="edit"
          label={`Edit ${name}`}
          onClick={() => list.onEdit(item)}
          onPointerEnter={onEditIntent}
          onFocus={onEditIntent}
        >
          <Pencil />
        </IconButton>
        <IconButton
          data-control="delete"
          label={`Delete ${name}`}
          onClick={() => list.onDelete(item)}
        >
          <Trash2 />
        </IconButton>
      </div>
    </li>
  );
}

function ArrowButton<T extends BaseItem>(props: Props<T> & { direction: 'up' | 'down' }) {
  const { list, item, index, isMoving, onStep, direction } = props;
  const { items, moveState } = list;
  const isEnd = index === (direction === 'up' ? 0 : items.length - 1);
  // The moved row's arrows stay enabled while it is saved: a disabled button loses the focus.
  const isWaiting = moveState === 'pending' && isMoving && !isEnd;
  return (
    <IconButton
      data-control={direction}
      label={`Move ${list.getName(item)} ${direction}`}
      disabled={isEnd || (moveState !== 'yes' && !isWaiting)}
      aria-disabled={isWaiting || undefined}
      onClick={() => moveState === 'yes' && onStep(direction === 'up' ? -1 : 1)}
    >
      {direction === 'up' ? <ArrowUp /> : <ArrowDown />}
    </IconButton>
  );
}
