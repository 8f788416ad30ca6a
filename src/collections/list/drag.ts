import {
  type Announcements,
  KeyboardSensor,
  type Modifier,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';

/** Rows move along the list alone. */
export const alongTheList: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * Mouse and touch apart, and not as one pointer: a finger must rest first, else it scrolls.
 * Distances in CSS pixels, the rest in milliseconds.
 */
export function useRowSensors() {
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      // Smooth, it would still be on its way when the next key comes.
      scrollBehavior: 'auto',
    }),
  );
}

/** Read out to whoever comes to a row's grip. */
export const dragInstructions = {
  draggable:
    'Press Space to pick the row up. Move it with the arrow keys, drop it with Space, or put it back with Escape.',
};

/**
 * What a drag says while it goes on.
 * @param ids the rows in their order
 * @param nameOf what a row is called
 */
export function dragAnnouncements(
  ids: readonly string[],
  nameOf: (id: string) => string,
): Announcements {
  const place = (id: unknown) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const name = (id: unknown) => nameOf(String(id));
  let last: unknown;
  return {
    onDragStart({ active }) {
      last = active.id;
      return `Picked up ${name(active.id)}, ${place(active.id)}.`;
    },
    onDragOver({ active, over }) {
      // At the start a row is over itself: saying so would cut off that it was picked up.
      if (!over || over.id === last) return undefined;
      last = over.id;
      return `${name(active.id)}, ${place(over.id)}.`;
    },
    onDragEnd: ({ active, over }) => `Dropped ${name(active.id)}, ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back, ${place(active.id)}.`,
  };
}
