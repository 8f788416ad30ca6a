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

export const restrictToVerticalAxis: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/**
 * Separate sensors for mouse and touch instead of one for pointers: on touch, a drag starts after a
 * delay, so that the list can scroll. Distances are in CSS pixels, delays in milliseconds.
 */
export function useRowSensors() {
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

export const dragInstructions = {
  draggable:
    'Press Space to pick the row up. Move it with the arrow keys, drop it with Space, or put it back with Escape.',
};

/** Creates the screen reader announcements of a drag. `ids` are the rows in their order. */
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
