import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  type DndContextProps,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatStatus, type LeadStatus, type ListedLead, leadStatuses } from '../../contract';

/** The data of a draggable card in dnd-kit. */
export interface CardData {
  lead: ListedLead;
}

/** The current drag; after it, the last one. */
interface Drag {
  lead: ListedLead;
  /** The column where the card would land. */
  over: LeadStatus;
  isHeldByKeyboard: boolean;
  /** True when somebody else has moved or deleted the lead during the drag. */
  isRemoved: boolean;
}

const parseStatus = (id: unknown) => leadStatuses.find((status) => status === id);

/** The column under the pointer. For the keyboard, and beside the columns, the closest one. */
const findColumn: CollisionDetection = (args) => {
  const columns = pointerWithin(args);
  return columns.length > 0 ? columns : closestCenter(args);
};

/** Moves the card to the column on its right or left. */
const moveToNextColumn: KeyboardCoordinateGetter = (event, { context, currentCoordinates }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.code];
  const over = parseStatus(context.over?.id);
  if (step === undefined || over === undefined) return undefined;
  const rect = context.droppableRects.get(leadStatuses[leadStatuses.indexOf(over) + step] ?? over);
  return rect && { x: rect.left, y: currentCoordinates.y };
};

/** Distances are in CSS pixels, delays in milliseconds. On touch, a swipe scrolls. */
const useCardSensors = () =>
  useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 10 } }),
    useSensor(KeyboardSensor, {
      // Enter opens the lead.
      keyboardCodes: { start: ['Space'], end: ['Space'], cancel: ['Escape', 'Tab'] },
      coordinateGetter: moveToNextColumn,
      // Smooth scrolling would not have finished when the next key is pressed.
      scrollBehavior: 'auto',
    }),
  );

/** Cancels a drag by keyboard. dnd-kit has no function for it. */
const cancelKeyboardDrag = () =>
  document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape', cancelable: true }));

/** Prevents the click that ends a drag from opening the lead. */
function swallowNextClick(): void {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => setTimeout(() => controller.abort());
  addEventListener('click', swallow, options);
  addEventListener('pointerup', stop, options);
  addEventListener('pointercancel', stop, options);
}

/** Creates the screen reader announcements. They name the lead even when its card is gone. */
function createAnnouncements(drag: RefObject<Drag | null>): Announcements {
  const announce = (format: (drag: Drag, name: string) => string | undefined) => () =>
    drag.current ? format(drag.current, drag.current.lead.companyName) : undefined;
  return {
    onDragStart: announce(({ over }, name) => `${name} lifted from ${formatStatus(over)}.`),
    onDragOver({ over }) {
      const status = parseStatus(over?.id);
      // At the start a card is over its own column. Announcing that would interrupt "lifted".
      if (!drag.current || !status || status === drag.current.over) return undefined;
      drag.current.over = status;
      return `Over ${formatStatus(status)}.`;
    },
    onDragEnd: announce(({ over }, name) => `${name} dropped in ${formatStatus(over)}.`),
    onDragCancel: announce(({ lead, isRemoved }, name) =>
      isRemoved
        ? `${name} was moved or deleted by somebody else.`
        : `${name} is back in ${formatStatus(lead.status)}.`,
    ),
  };
}

const screenReaderInstructions = {
  draggable: 'Space lifts a card, arrows move it, Space drops it, Escape returns it.',
};

/**
 * Keeps the focus on a card that moves to another column, where React creates a new element for it.
 * @returns a function that names the lead whose card gets the focus
 */
function useCardFocus(board: RefObject<HTMLElement | null>, isDragging: boolean) {
  const pendingId = useRef<string | null>(null);
  // React runs the effects of an earlier rendering later, some after the key that moves the card: they
  // would find the card still in its old place.
  useLayoutEffect(() => {
    if (pendingId.current === null || isDragging) return;
    const card = `[data-card="${CSS.escape(pendingId.current)}"] a`;
    const link = board.current?.querySelector<HTMLElement>(card);
    const { activeElement } = document;
    if (!link || (activeElement !== document.body && activeElement !== link)) return;
    pendingId.current = null;
    link.focus();
  });
  return useCallback((id: string) => {
    pendingId.current = id;
  }, []);
}

/** Moves cards between the columns of the board, by mouse, touch and keyboard. */
export function useBoardDrag(
  board: RefObject<HTMLElement | null>,
  onMove: (lead: ListedLead, status: LeadStatus) => void,
) {
  const [dragged, setDragged] = useState<ListedLead | null>(null);
  const drag = useRef<Drag | null>(null);
  const sensors = useCardSensors();
  const announcements = useMemo(() => createAnnouncements(drag), []);
  const focusCard = useCardFocus(board, dragged !== null);

  const context: DndContextProps = {
    sensors,
    collisionDetection: findColumn,
    accessibility: { announcements, screenReaderInstructions, restoreFocus: false },
    onDragStart({ active, activatorEvent }) {
      const { lead } = active.data.current as CardData;
      const isHeldByKeyboard = activatorEvent instanceof KeyboardEvent;
      drag.current = { lead, over: lead.status, isHeldByKeyboard, isRemoved: false };
      if (!isHeldByKeyboard) swallowNextClick();
      setDragged(lead);
    },
    onDragEnd({ over }) {
      setDragged(null);
      if (!drag.current) return;
      const { lead, isHeldByKeyboard } = drag.current;
      const status = parseStatus(over?.id) ?? lead.status;
      if (isHeldByKeyboard) focusCard(lead.id);
      drag.current = { ...drag.current, over: status, isHeldByKeyboard: false };
      onMove(lead, status);
    },
    onDragCancel() {
      setDragged(null);
      if (drag.current) drag.current.isHeldByKeyboard = false;
    },
  };

  /** Ends a move by keyboard when the card goes away, and with it the focus. */
  const onRemoved = useCallback(
    ({ id }: ListedLead) => {
      if (!drag.current?.isHeldByKeyboard || drag.current.lead.id !== id) return;
      drag.current.isRemoved = true;
      focusCard(id);
      cancelKeyboardDrag();
    },
    [focusCard],
  );

  /** Puts a card that was lifted by keyboard back when it loses the focus. */
  const onBlur = useCallback(() => {
    if (drag.current?.isHeldByKeyboard) cancelKeyboardDrag();
  }, []);

  return { context, dragged, focusCard, onRemoved, onBlur };
}

export type BoardDrag = ReturnType<typeof useBoardDrag>;
