import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useMemo, useRef, useState } from 'react';
import { type FocusRequest, useListFocus } from '../../../ui/list/use-list-focus';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useVirtualRows } from '../../../ui/use-virtual-rows';
import type { BaseItem } from '../define-collection';
import { type ItemList, RowFrame } from './RowFrame';
import * as styles from './rows.module.css';

const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * Separate sensors for mouse and touch instead of one for pointers: on touch, a drag starts after a
 * delay, so that the list can scroll. Distances are in CSS pixels, delays in milliseconds.
 */
function useRowSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      // Smooth scrolling would not have finished when the next key is pressed.
      scrollBehavior: 'auto',
    }),
  );
}

const dragInstructions = {
  draggable:
    'Press Space to pick the row up. Move it with the arrow keys, drop it with Space, or put it back with Escape.',
};

/** Creates the screen reader announcements of a drag. `ids` are the rows in their order. */
function createDragAnnouncements(
  ids: readonly string[],
  getName: (id: string) => string,
): Announcements {
  const formatPlace = (id: unknown) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const formatName = (id: unknown) => getName(String(id));
  let lastOverId: unknown;
  return {
    onDragStart({ active }) {
      lastOverId = active.id;
      return `Picked up ${formatName(active.id)}, ${formatPlace(active.id)}.`;
    },
    onDragOver({ active, over }) {
      // At the start a row is over itself. Announcing that would interrupt "Picked up".
      if (!over || over.id === lastOverId) return undefined;
      lastOverId = over.id;
      return `${formatName(active.id)}, ${formatPlace(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `Dropped ${formatName(active.id)}, ${formatPlace((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${formatName(active.id)} is back, ${formatPlace(active.id)}.`,
  };
}

/** Estimated row height in CSS pixels. */
const estimatedHeights = { wide: 80, narrow: 168 };

/** The last move by an arrow button. */
interface Step {
  id: string;
  announcement: string;
}

interface Props<T> extends ItemList<T> {
  /** Id of the heading. */
  labelledBy: string;
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
  const { items, ids, lastStep, focusRequest, isFocusPaused } = props;
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const { rows, measure, height, reveal } = useVirtualRows<HTMLLIElement>(list, {
    ids,
    estimatedHeights,
    pinnedIds: [focusedId, props.draggedId],
  });
  useListFocus(list, { request: focusRequest, ids, reveal, isPaused: isFocusPaused });

  return (
    <ul
      ref={list}
      className={styles.rows}
      aria-labelledby={props.labelledBy}
      // Only for the arrow buttons: a dragged row is already in position when it is dropped.
      data-slides={(props.moveState === 'pending' && lastStep !== null) || undefined}
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
            list={props}
            item={item}
            index={index}
            top={top}
            measure={measure}
            isMoving={lastStep?.id === item.id}
            onStep={(by) => props.onStep(item, index, by)}
          />
        );
      })}
    </ul>
  );
}
