import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { type ComponentType, type CSSProperties, useMemo, useRef, useState } from 'react';
import { useWindowRows } from '../../ui/use-window-rows';
import { alongTheList, dragAnnouncements, dragInstructions, useRowSensors } from './drag';
import { type Movable, RowFrame } from './RowFrame';
import { type FocusWish, useListFocus } from './use-list-focus';
import './rows.css';

/** A row's likely room in CSS pixels. */
const likely = { wide: 80, narrow: 168 };

interface Props<T> {
  items: readonly T[];
  /** The heading's id. */
  labelledBy: string;
  nameOf: (item: T) => string;
  Row: ComponentType<{ item: T }>;
  movable: Movable;
  /** Moves an item to a place, counted from 0. @returns whether it moves */
  onMove: (id: string, to: number) => boolean;
  onEdit: (item: T) => void;
  onEditIntent: () => void;
  onDelete: (item: T) => void;
  wish: FocusWish | null;
  onWish: (wish: FocusWish) => void;
  /** While a dialog is open the focus is not the list's to move. */
  held: boolean;
}

/** The rows of a list, as far as they are on the screen, to be moved by arrows, by dragging and by keyboard. */
export function SortableRows<T extends { id: string }>(props: Props<T>) {
  const { items, labelledBy, nameOf, Row, movable, onMove, onEdit, onEditIntent, onDelete } = props;
  const list = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => items.map((item) => item.id), [items]);
  const [focused, setFocused] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [stepped, setStepped] = useState<{ id: string; said: string } | null>(null);
  const sensors = useRowSensors();

  const { rows, measure, height, reveal } = useWindowRows<HTMLLIElement>(list, {
    ids,
    likely,
    kept: [focused, dragged],
  });
  useListFocus(list, { wish: props.wish, ids, reveal, held: props.held });

  const announcements = useMemo(
    () =>
      dragAnnouncements(ids, (id) => {
        const item = items.find((one) => one.id === id);
        return item ? nameOf(item) : '';
      }),
    [ids, items, nameOf],
  );

  function step(item: T, index: number, by: -1 | 1) {
    if (!onMove(item.id, index + by)) return;
    setStepped({
      id: item.id,
      said: `${nameOf(item)} moved to place ${index + by + 1} of ${items.length}.`,
    });
    props.onWish({ id: item.id, controls: by < 0 ? ['up', 'down'] : ['down', 'up'] });
  }

  function drop({ active, over }: DragEndEvent) {
    setDragged(null);
    if (!over) return;
    setStepped(null);
    onMove(String(active.id), ids.indexOf(String(over.id)));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[alongTheList]}
      accessibility={{ announcements, screenReaderInstructions: dragInstructions }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <SortableContext items={ids as string[]} strategy={verticalListSortingStrategy}>
        <ul
          ref={list}
          className="rows"
          aria-labelledby={labelledBy}
          // Only arrows: a dragged row is where it belongs already when it is dropped.
          data-slides={(movable === 'pending' && stepped !== null) || undefined}
          style={{ '--rows-height': `${height}px` } as CSSProperties}
          onFocus={(event) => setFocused(event.target.closest('li')?.dataset.row ?? null)}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
          }}
        >
          {rows.map(({ index, top }) => {
            const item = items[index];
            if (!item) return null;
            return (
              <RowFrame
                key={item.id}
                id={item.id}
                name={nameOf(item)}
                index={index}
                count={items.length}
                top={top}
                measure={measure}
                movable={movable}
                isMoving={stepped?.id === item.id}
                onMove={(by) => step(item, index, by)}
                onEdit={() => onEdit(item)}
                onEditIntent={onEditIntent}
                onDelete={() => onDelete(item)}
              >
                <Row item={item} />
              </RowFrame>
            );
          })}
        </ul>
      </SortableContext>
      <p className="vh" role="status">
        {stepped?.said}
      </p>
    </DndContext>
  );
}
