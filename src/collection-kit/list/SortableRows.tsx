import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ComponentType, useMemo, useRef, useState } from 'react';
import * as layoutStyles from '../../ui/layout.module.css';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import type { BaseItem } from '../define-collection';
import {
  createDragAnnouncements,
  dragInstructions,
  restrictToVerticalAxis,
  useRowSensors,
} from './drag';
import { PublishState } from './PublishState';
import { type MoveState, RowFrame } from './RowFrame';
import * as styles from './rows.module.css';
import { type FocusRequest, useListFocus } from './use-list-focus';
import type { Selection } from './use-selection';

/** Estimated row height in CSS pixels. */
const estimatedHeights = { wide: 80, narrow: 168 };

/** The last move by an arrow button. */
interface Step {
  id: string;
  announcement: string;
}

interface Props<T> {
  items: readonly T[];
  /** Id of the heading. */
  labelledBy: string;
  getName: (item: T) => string;
  Row: ComponentType<{ item: T }>;
  moveState: MoveState;
  /** Moves an item to a zero-based position. @returns whether it moves */
  onMove: (id: string, to: number) => boolean;
  onEdit: (item: T) => void;
  onEditIntent: () => void;
  onDelete: (item: T) => void;
  selection: Pick<Selection, 'isSelected' | 'toggle'>;
  focusRequest: FocusRequest | null;
  onFocusRequest: (focusRequest: FocusRequest) => void;
  /** True while a dialog is open, which has the focus. */
  isFocusPaused: boolean;
}

/** A list whose rows can be moved with arrow buttons, by dragging and by keyboard. */
export function SortableRows<T extends BaseItem>(props: Props<T>) {
  const { items, getName, onMove } = props;
  const ids = useMemo(() => items.map(({ id }): string => id), [items]);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [lastStep, setLastStep] = useState<Step | null>(null);
  const sensors = useRowSensors();

  const announcements = useMemo(
    () =>
      createDragAnnouncements(ids, (id) => {
        const item = items.find((one) => one.id === id);
        return item ? getName(item) : '';
      }),
    [ids, items, getName],
  );

  function moveByOne(item: T, index: number, by: -1 | 1) {
    if (!onMove(item.id, index + by)) return;
    setLastStep({
      id: item.id,
      announcement: `${getName(item)} moved to place ${index + by + 1} of ${items.length}.`,
    });
    props.onFocusRequest({ id: item.id, controls: by < 0 ? ['up', 'down'] : ['down', 'up'] });
  }

  function handleDrop({ active, over }: DragEndEvent) {
    setDraggedId(null);
    if (!over) return;
    setLastStep(null);
    onMove(String(active.id), ids.indexOf(String(over.id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[restrictToVerticalAxis]}
      accessibility={{ announcements, screenReaderInstructions: dragInstructions }}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragEnd={handleDrop}
      onDragCancel={() => setDraggedId(null)}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <VirtualRows
          {...props}
          ids={ids}
          draggedId={draggedId}
          lastStep={lastStep}
          onStep={moveByOne}
        />
      </SortableContext>
      <p className={layoutStyles.visuallyHidden} role="status">
        {lastStep?.announcement}
      </p>
    </DndContext>
  );
}

interface VirtualRowsProps<T> extends Props<T> {
  ids: readonly string[];
  draggedId: string | null;
  lastStep: Step | null;
  onStep: (item: T, index: number, by: -1 | 1) => void;
}

/** The rows in view, with the one that has the focus and the one that is being dragged. */
function VirtualRows<T extends BaseItem>(props: VirtualRowsProps<T>) {
  const { items, ids, getName, Row, moveState, lastStep, onStep } = props;
  const { focusRequest, isFocusPaused, onEdit, onEditIntent, onDelete, selection } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const { rows, measure, height, reveal } = useVirtualRows<HTMLLIElement>(list, {
    ids,
    estimatedHeights,
    pinnedIds: [focusedId, props.draggedId],
  });
  useListFocus(list, { focusRequest, ids, reveal, isFocusPaused });

  return (
    <ul
      ref={list}
      className={styles.rows}
      aria-labelledby={props.labelledBy}
      // Only for the arrow buttons: a dragged row is already in position when it is dropped.
      data-slides={(moveState === 'pending' && lastStep !== null) || undefined}
      style={{ '--rows-height': `${height}px` }}
      onFocus={(event) => setFocusedId(event.target.closest('li')?.dataset.row ?? null)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocusedId(null);
      }}
    >
      {rows.map(({ index, top }) => {
        const item = items[index];
        if (!item) return null;
        return (
          <RowFrame
            key={item.id}
            id={item.id}
            name={getName(item)}
            index={index}
            count={items.length}
            top={top}
            measure={measure}
            moveState={moveState}
            isMoving={lastStep?.id === item.id}
            onMove={(by) => onStep(item, index, by)}
            onEdit={() => onEdit(item)}
            onEditIntent={onEditIntent}
            onDelete={() => onDelete(item)}
            isSelected={selection.isSelected(item.id)}
            onSelect={(withRange) => selection.toggle(item.id, withRange)}
          >
            <Row item={item} />
            <PublishState item={item} />
          </RowFrame>
        );
      })}
    </ul>
  );
}
