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
export const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

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
 * @param getName what a row is called
 */
export function createDragAnnouncements(
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
      // At the start a row is over itself: saying so would cut off that it was picked up.
      if (!over || over.id === lastOverId) return undefined;
      lastOverId = over.id;
      return `${formatName(active.id)}, ${formatPlace(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `Dropped ${formatName(active.id)}, ${formatPlace((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${formatName(active.id)} is back, ${formatPlace(active.id)}.`,
  };
}
